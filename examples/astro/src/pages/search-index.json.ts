// The browser's index, as a file of the site: readers who search ask nothing of the API.
import { file } from '../api'

export async function GET() {
  return new Response((await file('search-index.json')) ?? 'null')
}
