// The targets requested from both ways to the app, by subject. `small` is a workspace in content.ts.

const words = (text: string) => text.trim().split(/\s+/)

const at = (base: string, text: string) => words(text).map((rest) => base + rest)

const routes = [
  ...words('/ /status /v1/small-second/posts'),
  ...at(
    '/v1/small/',
    `posts categories tags authors
     post/entry-1 posts/entry-1 post/kept-id post/index post/page
     post/gr%C3%B6%C3%9Fe-%E4%B8%AD%E6%96%87 post/gro%CC%88%c3%9fe-%E4%B8%AD%E6%96%87
     categories/guides categories/empty tags/c-plus-plus tags/unused authors/ada authors/zoe search-index.json
     suggest suggest?query=e suggest?query=words+o suggest?query=C%2B suggest?query=%E5%85%A8
     redirects redirects?limit=1&page=2 redirects?format=netlify redirects?from=/old-name redirects?from=%25
     feed.xml feed.atom?limit=2 feed.json categories/guides/feed.xml tags/c-plus-plus/feed.atom authors/ada/feed.json
     sitemap.xml sitemap.xml?page=1 llms.txt llms-full.txt post/entry-1.md posts/kept-id.md`,
  ),
]

const parameters = [
  ...at(
    '/v1/small/posts?',
    `limit=3 limit=3&page=2 limit=25 limit=999 limit=all limit=all&page=7 page=2 limit=10&page=3
     order=asc order=desc&limit=4 sort=publishedAt sort=-publishedAt sort=updatedAt sort=-updatedAt
     category=guides category=nothing categories=guides,news tags=web tags=web,c-plus-plus tags=c-plus-plus&tags=web
     tags= tags=, tags=web,c-plus-plus&tagsMatch=all category=guides&tags=web author=ada author=nobody
     excludeCategories=guides exclude=news excludeTags=c-plus-plus featured=true featured=false&limit=2
     sort=relevance sort=relevance&query=words+of+entry&limit=3 sort=relevance&query=naive&order=asc
     query=%22words+of+entry%22 query=entriy query=entriy&sort=relevance query=%E5%85%A8%E6%96%87
     query=entry query=naive+cafe query=C%2B%2B query=%20 query=!!! query=nothingofthekind search=entry&limit=2
     query=entry&order=asc&limit=2&page=3 format=html format=markdown format=text select=title,slug
     select=title&select=id select=category,tags select=content&format=markdown status=published&whatever=1`,
  ),
  ...at(
    '/v1/small/',
    `tags?limit=1 tags?limit=1&page=2 categories?select=name authors?limit=all authors?select=name,count
     post/entry-2?format=text post/entry-2?select=title`,
  ),
]

const collections = at(
  '/v1/small',
  `?include=collections /search?query=naive /search?query=entry&limit=2&page=2 /search /search?query=guide&collections=pages
   /entries/pages /entries/pages?limit=2&sort=position /entries/pages?query=guide&highlight=true /entries/pages?limit=all&format=text
   /entries/pages/index /entries/pages/guides/how-to /entries/pages/guides/how-to.md /entries/pages/how /entries/pages/guides/later
   /entries/talks /entries/talks?fields.about=entry-1 /entries/talks?fields.at.gte=2024-03-15&facets=fields.about&include=fields.about
   /entries/talks/gr%C3%B6%C3%9Fe-%E4%B8%AD%E6%96%87 /entries/talks/b?select=title,fields /entries/options /entries/options/x
   /entries /entries/posts /entries/posts/entry-1 /entries/none /entries/pages/ /entries/pages/none /entries/pages?limit=0
   /entries/pages?fields.none=1 /entries/pages/guides%2Fhow-to /entries/pages/../talks /entries/pages?snapshot=other`,
)

const badValues = at(
  '/v1/small/posts?',
  `limit=0 limit=-1 limit=ten limit=1e3 limit=%201 limit=1&limit=2 page=0 page=99 page=x&limit=y
   order=up order=asc&order=desc featured=maybe tagsMatch=none sort=title format=pdf select=nothing
   snapshot=other.1 limit=0&page=0&order=up&format=pdf category=%FF query=%zz query=${'x'.repeat(513)}`,
)

const missing = [
  ...words(
    `/v1/unknown/posts /v1/unknown /v1/not%20a%20key/posts /v1 /v1/ /nothing /favicon.ico /docs/none /media/none.png
     /api /api/index /api/index.ts /dist/data/current.json /.vercel/project.json /v1/${'k'.repeat(65)}/posts`,
  ),
  ...at(
    '/v1/small',
    `/post/none /post/secret /post/later /posts/none /categories/none /tags/none /authors/none /nothing
     /posts/a/b /post /search-index.json/a /search-index.json?snapshot=other
     /suggest/a /suggest?snapshot=other /redirects/a /redirects?format=x /feed.rss /post/none.md /sitemap.xml?page=2 /feed.xml?limit=101 /tags/none/feed.xml /Posts /posts.json /posts%2Fentry-1 /post/entry-1%00`,
  ),
  '/v1/small',
]

const redirects = words(
  `/v1/small/posts/ /v1/small/posts/?limit=1 /v1/small/post/entry-1/ /small/posts /small/posts/?a=b
   /small/v1/posts /small/v1/tags/web /small/search-index.json /small/feed.xml /small/tags/web/feed.xml /small/suggest?query=e /small/post/entry-1?format=text /unknown/posts
   /v1/small/post/old-name /v1/small/posts/old-name?select=id /v1/small/post/fr%C3%BChere /small/post/old-name/`,
)

const hostile = words(
  `// /// //v1/small/posts /v1//small/posts /v1/small//posts //evil.example/v1 //evil.example/small/posts/
   /v1/small/./posts /v1/small/x/../posts /v1/small/%2e%2e/small/posts /.. /../../etc/passwd /%2e%2e%2fx
   /v1/small/posts% /v1/small/%zz /v1/small/%E4%B8 /v1/small/post/%FF /% /v1/%E0%A4%A/posts /v1/small\\posts
   /v1/small/posts#part /v1/small/posts?limit=1#part /v1/small/posts? /v1/small/posts?&&limit=1 /? *
   /v1/small/po;sts /v1/small/posts?limit=1;page=2 /v1/small/post/a"b<c>d|e^f\`g{h} /v1/small/posts?query="<>'
   /v1/%73mall/posts http://elsewhere.example/v1/small/posts?limit=1 HTTPS://elsewhere.example/small/posts/
   /v1/small/posts?query=${'x'.repeat(8_300)} /${'x'.repeat(8_191)} /${'x'.repeat(8_192)}`,
)

export const targets = {
  route: routes,
  parameters,
  'of collections': collections,
  'bad value': badValues,
  missing,
  redirect: redirects,
  hostile,
}

/** What Node's HTTP parser rejects before any app sees it. */
export const refused = words('/v1/small/post/größe-中文 /v1/small/posts?query=größe ?limit=1')
