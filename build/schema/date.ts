// Dates in front matter are read as those of requests are.
export { isoDate, parseDate } from '../../snapshot/date.ts'
