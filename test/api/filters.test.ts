// Filters and orders of the list of posts.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { posts, visible } from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const listed = async (query: string) => slugs((await get(`/posts?limit=all&select=slug&${query}`)).json)
const where = (test: (post: (typeof posts)[string]) => boolean) =>
  visible.filter((slug) => test(posts[slug]!))

const notes = where(({ category }) => category === 'notes')
const css = where(({ tags = [] }) => tags.includes('css'))
const git = ['renamed', 'tie-é', 'tie-9']
const bo = ['welcome', 'zürich', 'tie-10']
const featured = ['welcome', 'tie-z']
const but = (...left: string[]) => visible.filter((slug) => !left.includes(slug))
const union = (...parts: string[][]) => visible.filter((slug) => parts.flat().includes(slug))

describe('a filter', () => {
  test.each([
    ['category=notes', notes],
    ['category=attic', []],
    ['category=nope', []],
    ['category=Notes', []],
    ['category=news,guides', []],
    ['categories=notes', notes],
    ['categories=news,notes', union(['welcome', 'tie-é', 'tie-z'], notes)],
    ['categories=news&categories=notes', union(['welcome', 'tie-é', 'tie-z'], notes)],
    ['category=news&categories=notes', union(['welcome', 'tie-é', 'tie-z'], notes)],
    ['categories=nope,news', ['welcome', 'tie-é', 'tie-z']],
    ['excludeCategories=notes', but(...notes)],
    ['exclude=notes', but(...notes)],
    ['excludeCategories=notes&exclude=guides', ['welcome', 'tie-é', 'tie-z']],
    ['exclude=notes,guides,news', []],
    ['exclude=nope', visible],
    ['categories=news,notes&exclude=notes', ['welcome', 'tie-é', 'tie-z']],
    ['category=news&exclude=news', []],
    ['tags=css', css],
    ['tags=css,git', union(css, git)],
    ['tags=git&tags=css', union(css, git)],
    ['tags=unused', []],
    ['tags=nope', []],
    ['tags=nope,git', git],
    ['tags=css,git&tagsMatch=any', union(css, git)],
    ['tags=css,git&tagsMatch=all', ['tie-9']],
    ['tags=css,nope&tagsMatch=all', []],
    ['tags=css,css&tagsMatch=all', css],
    ['tagsMatch=all', visible],
    ['tags=gr%C3%B6%C3%9Fe', ['zürich']],
    ['tags=gro%CC%88%C3%9Fe', ['zürich']],
    ['excludeTags=gro%CC%88%C3%9Fe', but('zürich')],
    ['excludeTags=css,git', but(...css, ...git)],
    ['tags=git&excludeTags=js', ['renamed', 'tie-9']],
    ['tags=css&excludeTags=css', []],
    ['featured=true', featured],
    ['featured=false', but(...featured)],
    ['author=bo', bo],
    ['author=author_ada', but('zürich', 'tie-10')],
    ['author=nobody', []],
    ['author=dee', []],
    ['author=cy', []],
    ['category=guides&tags=git&author=ada', ['renamed', 'tie-9']],
    ['category=notes&tags=css&excludeTags=git&author=bo&featured=false', ['tie-10']],
  ])('%s keeps what it says', async (query, expected) => {
    expect(await listed(query)).toEqual(expected)
  })

  test('ignores blanks around the slugs of a list', async () => {
    expect(await listed('tags=%20css%20,%20,git')).toEqual(union(css, git))
    expect(await listed('category=%20notes%20')).toEqual(notes)
  })

  test.each(['category=entwu%CC%88rfe', 'categories=entwu%CC%88rfe', 'author=zoe%CC%88'])(
    '%s compares slugs after Unicode normalisation',
    async (query) => {
      const { json } = await ask(app(), 'GET', `/v1/loose/posts?${query}`)
      expect(slugs(json)[0]).toBe('second')
    },
  )

  test('counts what it keeps in pagination', async () => {
    const { json } = await get('/posts?tags=css&limit=3&page=3')
    expect(slugs(json)).toEqual(css.slice(6))
    expect(json.pagination).toMatchObject({ totalItems: 8, totalPages: 3, nextPage: null })
  })
})

describe('the order', () => {
  const newest = visible
  const oldest = [...visible].reverse()
  const lately = ['welcome', 'note-03', ...but('welcome', 'note-03')]
  test.each([
    ['', newest],
    ['order=desc', newest],
    ['order=asc', oldest],
    ['order=%20asc%20', oldest],
    ['sort=-publishedAt', newest],
    ['sort=publishedAt', oldest],
    ['sort=publishedAt&order=desc', oldest],
    ['sort=-publishedAt&order=asc', newest],
    ['sort=-updatedAt', lately],
    ['sort=updatedAt', [...lately].reverse()],
    ['sort=updatedAt&order=desc', [...lately].reverse()],
  ])('"%s" is by date, then by slug in code points', async (query, expected) => {
    expect(await listed(query)).toEqual(expected)
  })
})
