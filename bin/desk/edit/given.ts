// The input of the desk's routes: each says what it takes, and gets no less.
import type * as zod from 'zod'
import { HttpError } from '../../../api/_app/http/error.ts'
import type { Reply } from '../../../api/_app/http/reply.ts'
import type { FormValue } from '../../../build/edit/value.ts'
import { z } from '../../../build/schema/values.ts'
import { normalise } from '../../../packages/search/basics/normalise.ts'
import { normalised, type PostPlace } from './own-file.ts'

export const OBJECT = 'Send a JSON object.'

const text = z.string('Send a text.')
const source = text.transform(normalised)
const texts = z.union([text, z.array(text)], 'Send a text or a list of texts.')
/** A value of a field at the greatest depth that fields have: a list of objects at each. */
const value = Array.from({ length: 9 }).reduce<zod.ZodType<FormValue>>(
  (inner) =>
    z.union([text, z.array(inner), z.record(text, inner)], 'Send a text, a list or an object of these.'),
  text,
)
/** A list that becomes text as flags have it. */
const list = texts.optional().transform((value = []) => [value].flat().join() || undefined)
const offset = z.int('Send a whole number.')
const edits = z.array(z.object({ from: offset, to: offset, text: source }, OBJECT), 'Send a list of edits.')
const base64 = text.refine((one) => Buffer.from(one, 'base64').toString('base64') === one, 'Send base64.')

/** The values that routes take besides a place. */
const shapes = {
  place: {},
  text: { text: source },
  changes: { text: source, changes: z.record(text, value.nullable(), OBJECT) },
  edits: { edits },
  post: {
    title: text.trim(),
    fields: z.record(text, value, OBJECT).default({}),
    ...{ authors: list, category: list, tags: list },
  },
  slug: { slug: text.transform((slug) => normalise(slug)) },
  medium: { name: text, data: base64 },
}

type GivenPlace = Omit<PostPlace, 'content'>
export type GivenFor<Name extends keyof typeof shapes = 'place'> = GivenPlace &
  (Name extends 'place' ? unknown : zod.output<zod.ZodObject<(typeof shapes)[Name]>>)

/** @param tag of the source that was read @throws {HttpError} 400 unless it is given what it takes */
export type EditRoute = (given: object, tag: string) => Promise<Reply> | Reply

export function route<Name extends keyof typeof shapes>(
  name: Name,
  reply: (given: GivenFor<Name>, tag: string) => Promise<Reply> | Reply,
): EditRoute {
  const schema = z.object({ workspace: text.default(''), file: text.default(''), ...shapes[name] })
  return (given, tag) => {
    const { data, error } = schema.safeParse(given)
    const [issue] = error?.issues ?? []
    if (issue) throw wrong(issue.path.join('.'), issue.message)
    return reply(data as unknown as GivenFor<Name>, tag)
  }
}

export function wrong(what: string, instead: string): HttpError {
  return new HttpError(400, 'Bad request', `${what} is not what this route takes. ${instead}`)
}
