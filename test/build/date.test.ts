// Dates in front matter.
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../build/problems/suggest.ts'
import { dateHint } from '../../build/schema/date-hint.ts'
import { isoDate, parseDate } from '../../snapshot/date.ts'

const read = (text: string) => {
  const instant = parseDate(text)
  return instant === undefined ? undefined : isoDate(instant)
}

describe('a date', () => {
  test.each([
    ['2026-05-31', '2026-05-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-05-31T09:30', '2026-05-31T09:30:00.000Z'],
    ['2026-05-31T09:30:15', '2026-05-31T09:30:15.000Z'],
    ['2026-05-31 09:30:15', '2026-05-31T09:30:15.000Z'],
    ['2026-05-31T09:30:15Z', '2026-05-31T09:30:15.000Z'],
    ['2026-05-31t09:30:15.5z', '2026-05-31T09:30:15.500Z'],
    ['2026-05-31T09:30:15.123456Z', '2026-05-31T09:30:15.123Z'],
    ['2026-05-31T09:30:15,25Z', '2026-05-31T09:30:15.250Z'],
    ['2026-05-31T09:30:15+02:00', '2026-05-31T07:30:15.000Z'],
    ['2026-05-31T09:30:15 -0530', '2026-05-31T15:00:15.000Z'],
    ['2026-05-31T09:30:15+02', '2026-05-31T07:30:15.000Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['0099-12-31', '0099-12-31T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, iso) => {
    expect(read(text)).toBe(iso)
  })

  test.each([
    ['a word', 'tomorrow'],
    ['nothing', ''],
    ['a day no calendar has', '2026-02-30'],
    ['29 February of a common year', '2025-02-29'],
    ['month 13', '2026-13-01'],
    ['hour 24', '2026-05-31T24:00:00Z'],
    ['minute 60', '2026-05-31T09:60Z'],
    ['second 60', '2026-05-31T09:30:60Z'],
    ['a zone 24 hours away', '2026-05-31T09:30:00+24:00'],
    ['a month', '2026-05'],
    ['a zone without a time', '2026-05-31Z'],
    ['another order', '31.05.2026'],
    ['a number', '1780000000'],
    ['a year of five digits', '12026-05-31'],
    ['what leaves the year 9999 in UTC', '9999-12-31T23:59:59-01:00'],
    ['the first moment of the year 10000 in UTC', '9999-12-31T23:00:00-01:00'],
    ['what lies before the year 0 in UTC', '0000-01-01T00:00:00+01:00'],
    ['a date and more', '2026-05-31, or so'],
  ])('%s is not', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})

const FORM = 'the year, month and day as YYYY-MM-DD, or with a time as YYYY-MM-DDThh:mm:ssZ'

test.each([
  ['2026/5/3', '2026-05-03'],
  [' 2026.05.03 ', '2026-05-03'],
  ['20260503', '2026-05-03'],
  [' 3.4.2026 ', '2026-04-03'],
  ['07/13/2026', '2026-07-13'],
  ['13/7/2026', '2026-07-13'],
  ['3/4/2026', '2026-03-04 or 2026-04-03'],
  ['Mar 3, 2020', '2020-03-03'],
  ['June 2, 2026', '2026-06-02'],
  ['3rd March 2020', '2020-03-03'],
  ['3rd of March 2020', '2020-03-03'],
  ['2020年3月3日', '2020-03-03'],
  ['Tue Mar 03 2020 10:00:00 GMT+0100 (CET)', '2020-03-03T10:00:00+01:00'],
  ['2026-05-31 0:00:00', '2026-05-31T00:00:00Z'],
  ['2026-05-31 10:00:00 UTC', '2026-05-31T10:00:00Z'],
  ['2026-05-31 10:00:00 +0200', '2026-05-31T10:00:00+02:00'],
  ['Tue, 03 Mar 2020 10:00:00 GMT', '2020-03-03T10:00:00Z'],
  ['3 March 2020, 5:30 pm', '2020-03-03T17:30:00Z'],
  ['2020-03-03 10:00 CET', '2020-03-03T10:00:00 and its offset from UTC, such as 2020-03-03T10:00:00+01:00'],
  ['“2026-05-31”', '2026-05-31, without curly quotes'],
  ...[
    'tomorrow',
    '12026/5/3',
    '2026/5/31st',
    '131.4.2026',
    '31.4.20261',
    'on 3.4.2026',
    '3.4.2026, noon',
    '2026-05',
    '',
  ].map((text) => [text, FORM]),
])('instead of %j, to write %s is suggested', (text, suggested) => {
  expect(wordsOf(dateHint(text))).toBe(`Write ${suggested}.`)
})

test.each([
  ['2026-02-30', 'February 2026 has 28 days.'],
  ['2024-2-30', 'February 2024 has 29 days.'],
  ['31.4.2026', 'April 2026 has 30 days.'],
  ['2026-13-01', 'There are twelve months.'],
  ['2026-05-31T24:00:00Z', 'Hours go from 00 to 23, minutes and seconds from 00 to 59.'],
])('of %j it is said that %s', (text, reason) => {
  expect(wordsOf(dateHint(text))).toBe(reason)
})
