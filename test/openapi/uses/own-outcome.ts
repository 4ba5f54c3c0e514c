// Reads what both clients have found: this compiles only if the types that each has made are those of the fields.
import type { components } from '../generated/own-openapi-typescript.ts'
import type { Post } from '../generated/own-orval.ts'
import type { OwnOutcome } from './outcome.ts'

type Read = components['schemas']['Post'] | Post
type Counted = Record<string, { slug: string; count: number }[] | undefined>

export function ownOutcome(all: readonly Read[], found: readonly Read[], facets: Counted): OwnOutcome {
  const { fields } = all.find(({ slug }) => slug === 'a')!
  const few = all.find(({ slug }) => slug === 'b')!.fields
  return {
    minutes: fields.minutes,
    done: fields.done,
    level: fields.level,
    topics: fields.topics?.join(' '),
    kinds: fields.kinds?.join(' '),
    sum: fields.scores?.reduce((sum, score) => sum + score, 0),
    alt: fields.shot?.alt,
    width: fields.shot?.width,
    type: fields.sound?.type,
    next: fields.next?.path,
    seen: fields.seen?.map((one) => one?.path).join(' '),
    city: fields.venue?.city,
    steps: fields.steps?.map(({ title }) => title).join(' '),
    date: fields.at,
    missing: few.place,
    found: found.map(({ slug }) => slug).join(' '),
    facets: Object.values(facets)
      .flatMap((values = []) => values.map(({ slug, count }) => `${slug} ${count}`))
      .join(', '),
  }
}
