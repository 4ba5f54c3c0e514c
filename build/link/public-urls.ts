// Where everything that a workspace's files name is served.
import { followedInto } from '../anchors.ts'
import type { Compiled } from '../compile.ts'
import type { Medium } from '../media.ts'
import type { Parts } from '../parts.ts'
import { type Problem, problemAt } from '../problem.ts'
import { postUrl, type ShownPost } from './post-url.ts'
import { follower } from './resolve.ts'
import type { Target } from './url-reference.ts'

/** Where a target is served, and what is behind it. */
export interface Address {
  url: string
  medium?: Medium | undefined
  post?: Compiled | undefined
}

export interface Addresses {
  /** Nothing for a link to a post that is left out. */
  of(target: Target): Address | undefined
  /** Of an image that YAML names; empty where it names none. */
  ofImage(target: Target | undefined): string
  /** What was asked for so far, by name. */
  media: ReadonlyMap<string, Medium>
}

/**
 * @param shown the posts that are not left out, by the files they come from
 * @param base what the addresses of media begin with; where it is not known, the first medium of the build is a problem
 */
export function addresses(
  parts: Parts,
  shown: ReadonlyMap<Compiled, ShownPost>,
  base: string | undefined,
  problems: Problem[],
): Addresses {
  const follow = follower(parts)
  const media = new Map<string, Medium>()
  const ofMedium = (medium: Medium, rest: string, target: Target): Address => {
    if (base === undefined && !problems.some(({ code }) => code === NO_BASE_URL))
      problems.push(withoutBase(target))
    media.set(medium.name, medium)
    return { url: `${base}/media/${medium.name}${rest}`, medium }
  }
  const of = (target: Target): Address | undefined => {
    const destination = follow(target)
    if (target.kind === 'mention' && destination.kind !== 'post') return { url: target.href }
    switch (destination.kind) {
      case 'medium':
        return ofMedium(destination.medium, destination.rest, target)
      case 'post': {
        const { to, rest } = destination
        const post = shown.get(to)
        if (!post) return undefined
        const { url } = parts.settings
        // A mention is no reason to ask for one.
        if (url === undefined) return { url: target.href, post: to }
        return { url: postUrl(url, post) + followedInto(rest, to.post!.moved), post: to }
      }
      default:
        return { url: destination.kind === 'url' ? destination.url : target.href }
    }
  }
  return { of, ofImage: (target) => (target && of(target)?.url) ?? '', media }
}

const NO_BASE_URL = 'no-base-url'
const SHELL = 'BASE_URL=https://api.example.org npm run build'
const POWER_SHELL = "$env:BASE_URL='https://api.example.org'; npm run build"

function withoutBase({ file, place }: Target): Problem {
  return problemAt(file, place, {
    code: NO_BASE_URL,
    message: 'It is not known where this file and others beside posts will be served.',
    hint: `Set the variable BASE_URL to where the API answers: ${SHELL}, or in PowerShell ${POWER_SHELL}.`,
  })
}
