// The fenced blocks of a document.

export interface Block {
  language: string
  /** The file it shows, if its first line names one after the language. */
  file: string | undefined
  text: string
  /** Line number in the document, from 1. */
  line: number
}

export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^(`{3,}|~{3,})(\S+)(?: +(\S+))?\n([\s\S]*?)^\1$/gm)].map(
    ({ 2: language, 3: file, 4: text, index }) => ({
      language: language!,
      file,
      text: text!,
      line: markdown.slice(0, index).split('\n').length,
    }),
  )
}

export interface Example {
  /** The line with the request. */
  name: string
  request: Request
  /** The reply that the document shows below it, if any. */
  reply: unknown
}

/** The requests in a document, in order: every line of its `sh` blocks that begins with curl. */
export function examplesOf(markdown: string): Example[] {
  const blocks = blocksOf(markdown)
  const lines = markdown.split('\n')
  return blocks.flatMap((block, index) => {
    if (block.language !== 'sh') return []
    const requests = block.text.split('\n').filter((line) => line.startsWith('curl '))
    const next = blocks[index + 1]
    const isBelow = next?.language === 'json' && next.line === block.line + block.text.split('\n').length + 2
    const isDirect = isBelow && lines[next.line - 2] === ''
    return requests.map((name, place) => ({
      name,
      request: requestOf(name),
      reply: isDirect && place === requests.length - 1 ? JSON.parse(next.text) : undefined,
    }))
  })
}

export interface Request {
  method: string
  url: URL
  headers: Record<string, string>
  /** Whether redirects are followed. */
  follows: boolean
}

/** What a curl command requests. Throws for a flag that no document has used yet. */
export function requestOf(command: string): Request {
  const words = [...command.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!)
  const request = { method: 'GET', headers: {} as Record<string, string>, follows: false }
  const data: string[] = []
  let address: string | undefined
  for (let at = 1; at < words.length; at++) {
    const word = words[at]!
    if (word === '-d') data.push(words[++at]!)
    else if (word === '--data-urlencode') data.push(encoded(words[++at]!))
    else if (word === '-H') Object.assign(request.headers, header(words[++at]!))
    else if (word === '-X') request.method = words[++at]!
    else if (word === '-L') request.follows = true
    else if (/^https?:/.test(word)) address = word
    else if (!['-G', '-i', '-s'].includes(word)) throw new Error(`${command} has ${word}`)
  }
  const url = new URL(address!)
  if (data.length > 0) url.search = data.join('&')
  return { ...request, url }
}

function encoded(pair: string): string {
  const [name, ...value] = pair.split('=')
  return `${name}=${encodeURIComponent(value.join('='))}`
}

function header(line: string): Record<string, string> {
  const [name, ...value] = line.split(':')
  return { [name!.toLowerCase()]: value.join(':').trim() }
}
