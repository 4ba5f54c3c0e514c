// What the page shows is in its address: `?post=slug`, `?tag=slug`, `?page=2`, or nothing for the newest posts.

const api = 'http://127.0.0.1:3000/v1/demo'

// The look of what posts contain, which no post is shown without; everything else is in style.css.
const style = element('link', { rel: 'stylesheet', href: new URL('/docs/post.css', api) })
const styled = new Promise((done) => Object.assign(style, { onload: done, onerror: done }))
document.head.append(
  style,
  element('link', { rel: 'alternate', type: 'application/rss+xml', href: `${api}/feed.xml` }),
)

const main = document.querySelector('main')
const output = document.querySelector('output')
const input = document.querySelector('input')
const query = new URLSearchParams(location.search)

show().catch((error) =>
  main.replaceChildren(headOf('Nothing to show', element('p', { textContent: error.message }))),
)

async function show() {
  const slug = query.get('post')
  if (slug) return showPost(slug)
  const asked = new URLSearchParams({
    select: 'slug,title,description,publishedAt,category',
    include: 'cover,reading',
    limit: 20,
    page: query.get('page') ?? 1,
    tags: query.get('tag') ?? '',
  })
  showList(await read(`posts?${asked}`))
}

async function showPost(slug) {
  const { post } = await read(`posts/${encodeURIComponent(slug)}?include=cover,reading,neighbors`)
  await styled
  document.title = post.title
  // Sanitised by Galley, unless the workspace trusts its authors. Not all browsers let a keyboard scroll what is too wide.
  const innerHTML = post.content.replace(/<(?:pre|table)\b/g, '$& tabindex="0"')
  const content = element('div', { className: 'post', innerHTML })
  const tags = post.tags.map((tag) => linkTo({ tag: tag.slug }, tag.name))
  const tagged = element('nav', { className: 'chips', ariaLabel: 'Tags' }, ...tags)
  const { previous, next } = post.neighbors
  const around = [previous, next].filter(Boolean).map(({ slug, title }) => linkTo({ post: slug }, title))
  main.replaceChildren(
    headOf(post.title, metaOf(post, post.authors.map(({ name }) => name).join(', '))),
    ...coverOf(post),
    element('section', { className: 'reading' }, content, element('footer', { className: 'ending' }, tagged)),
    element('nav', { className: 'around', ariaLabel: 'Next posts' }, ...around),
  )
  // The browser looked for it before it was there.
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
}

function showList({ posts, pagination }) {
  const { previousPage, nextPage } = pagination
  const tag = query.get('tag')
  const around = (page, text) => (page ? [linkTo({ ...(tag && { tag }), page }, text)] : [])
  main.replaceChildren(
    headOf(tag ?? 'All posts'),
    ...posts.map((post) =>
      element(
        'article',
        { className: 'entry' },
        element(
          'div',
          {},
          element('h2', {}, linkTo({ post: post.slug }, post.title)),
          element('p', { textContent: post.description }),
          metaOf(post, post.category.name),
        ),
        ...coverOf(post, { alt: '', loading: 'lazy' }),
      ),
    ),
    element(
      'nav',
      { className: 'pager', ariaLabel: 'Pages' },
      ...around(previousPage, 'Newer posts'),
      ...around(nextPage, 'Older posts'),
    ),
  )
}

let index
input.addEventListener('input', async () => {
  try {
    // One request, with the first letter; none after that.
    index ??= loadIndex()
    const found = (await index).search(input.value.normalize()).slice(0, 10)
    output.replaceChildren(...found.map(({ id, title }) => linkTo({ post: id }, title)))
  } catch (error) {
    index = undefined
    output.textContent = error.message
  }
})

async function loadIndex() {
  const { index, options } = await read('search-index.json')
  return MiniSearch.loadJS(index, options)
}

async function read(path) {
  const response = await patiently(`${api}/${path}`)
  const body = await response.json()
  if (!response.ok) throw new Error(body.message)
  return body
}

/** Waits when the API says that it has had enough requests, or is busy, for as long as it says. */
async function patiently(url) {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url)
    const isRefused = response.status === 429 || response.status === 503
    if (!isRefused || tries === 10) return response
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((done) => setTimeout(done, 1000 * seconds))
  }
}

function linkTo(parameters, text) {
  return element('a', { href: `?${new URLSearchParams(parameters)}`, textContent: text })
}

function headOf(title, ...about) {
  return element('header', { className: 'head' }, element('h1', { textContent: title }), ...about)
}

function metaOf({ publishedAt, reading }, by) {
  const date = new Date(publishedAt).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' })
  return element(
    'p',
    { className: 'meta' },
    element('span', { textContent: by }),
    element('time', { dateTime: publishedAt, textContent: date }),
    element('span', { textContent: `${reading.minutes} min` }),
  )
}

/** With `images` in workspace.yml, a browser chooses among widths. */
function coverOf({ cover }, properties) {
  if (!cover) return []
  const { url, alt, width, height, srcset = '' } = cover
  const size = { width: width ?? 1200, height: height ?? 630 }
  return [element('img', { className: 'cover', ...size, alt, srcset, ...properties, src: url })]
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}
