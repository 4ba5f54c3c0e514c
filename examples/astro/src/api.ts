// Where the posts come from: GALLEY_URL, the address of a workspace.
const url: string = import.meta.env.GALLEY_URL ?? 'http://127.0.0.1:3000/v1/demo'

export const [baseUrl = '', key = ''] = url.split('/v1/')

/**
 * A file that the API makes, for the site to have as its own. Waits when the API says that it has had enough requests.
 * @returns `null` if the workspace has none
 */
export async function file(name: string): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${url}/${name}`)
    if (response.ok) return response.text()
    if (response.status === 404) return null
    const seconds = Number(response.headers.get('Retry-After'))
    if (!seconds || tries === 10) throw new Error(`${response.url}: ${response.status}`)
    await new Promise((done) => setTimeout(done, 1000 * seconds))
  }
}
