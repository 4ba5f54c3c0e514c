// The API's feed, at an address of the site that lasts. Without `url` in workspace.yml there is none.
import { file } from '../api'

export async function GET() {
  return new Response((await file('feed.xml')) ?? '<rss version="2.0" />')
}
