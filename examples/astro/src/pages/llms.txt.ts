// The API's list of all texts for language models.
import { file } from '../api'

export async function GET() {
  return new Response(await file('llms.txt'))
}
