// The style sheet for posts, docs/reference/post.css: small, and about nothing but posts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './guide.ts'

const css = readFileSync(join(root, 'docs/reference/post.css'), 'utf8')
const plain = css.replace(/\/\*.*?\*\//gs, '')

test('it is at most 6 KB', () => expect(Buffer.byteLength(css)).toBeLessThanOrEqual(6_000))

test('each of its selectors begins with the class', () => {
  const rules = [...plain.matchAll(/([^{};]+)\{/g)].map(([, before]) => before!.trim())
  // Commas in parentheses are within a selector; these have at most two levels.
  const selectors = rules
    .filter((rule) => !rule.startsWith('@'))
    .flatMap((rule) => rule.split(/,(?!(?:[^()]|\([^()]*\))*\))/))
  expect(selectors.length).toBeGreaterThan(40)
  for (const selector of selectors) expect(selector.trim()).toMatch(/^\.post(?:$|[ :])/)
})

test('it loads nothing, and moves nothing', () => {
  expect(plain).not.toMatch(/url\(|@import|@font-face|animation|transition|!important/)
})

test('examples have copies of one style', () => {
  const copies = (paths: string[]) =>
    new Set(paths.map((path) => readFileSync(join(root, path), 'utf8'))).size
  expect(copies(['docs/reference/post.css', 'examples/astro/src/styles/post.css'])).toBe(1)
  const around = ['astro/src/styles/site.css', 'html/style.css', 'next/app/style.css']
  expect(copies(around.map((path) => `examples/${path}`))).toBe(1)
})
