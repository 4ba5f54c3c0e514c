// The API's colours of code, which are posts' own as soon as `code` is in workspace.yml.
import { file } from '../api'

export async function GET() {
  return new Response(await file('code.css'))
}
