// Tools that the author's own agent may call in `galley dev`, besides those for agents of readers.
import type { Tool } from '../../api/_app/listing/exchange.ts'
import { askForPost } from '../../api/_app/routes/mcp/ask.ts'
import { object, postId, tools } from '../../api/_app/routes/mcp/tools.ts'
import type { NotedProblem } from '../../build/desk/notes.ts'

/** @param problemsAfter of all workspaces, as soon as there is another build than the one that was seen */
export function deskTools(
  problemsAfter: (
    seen?: string,
  ) => Promise<{ build: string | null; isPublished: boolean; problems: NotedProblem[] }>,
): readonly Tool[] {
  const check: Tool = {
    name: 'check',
    title: 'Check the content',
    description:
      'Gives what is wrong with the files, as of the last build: dev builds by itself when a file is saved.',
    input: {
      properties: {
        after: {
          type: 'string',
          description: 'The `build` of an earlier answer: waits up to 25 seconds for the next one.',
        },
      },
    },
    output: object({
      build: { type: ['string', 'null'] },
      isPublished: { type: 'boolean' },
      problems: { type: 'array', items: { type: 'object' } },
    }),
    call: (_, { after }) => problemsAfter(after),
  }
  const preview: Tool = {
    name: 'preview',
    title: 'Preview a post',
    description: 'Gives the HTML of a post as readers will see it, drafts and scheduled posts included.',
    input: { properties: { id: postId }, required: ['id'] },
    output: object({
      id: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'string' },
      publishedAt: { type: 'string' },
      html: { type: 'string' },
    }),
    async call(exchange, given) {
      const { id, title, status, publishedAt, content } = await askForPost(exchange, given.id, {})
      return { id, title, status, publishedAt, html: content }
    },
  }
  return [...tools, check, preview]
}
