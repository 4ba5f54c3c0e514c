// The browser's indexes, as a file of the site: readers who search ask nothing of the API.
import { file } from '../api'
import { has } from '../site'

const collections = has('pages') ? 'posts,pages' : 'posts'

export async function GET() {
  return new Response((await file(`search-index.json?collections=${collections}`)) ?? 'null')
}
