// Videos, sounds and frames in safe HTML.
import { describe, expect, test } from 'vitest'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { reader } from '../support/reading.ts'
import { postFile, workspace } from '../support/workspace.ts'

const clean = (html: string, embeds = ['player.example.org', 'www.youtube-nocookie.com']) =>
  sanitise(html, new Anchors(), embeds)
const frame = (src: string) => `<iframe src="${src}"></iframe>`
const SANDBOX = 'sandbox="allow-scripts allow-same-origin allow-presentation" loading="lazy"'

describe('a frame', () => {
  test.each([
    ['https://player.example.org/v/1', 'https://player.example.org/v/1'],
    ['https://player.example.org', 'https://player.example.org/'],
    ['HTTPS://Player.Example.ORG/V', 'https://player.example.org/V'],
    ['https://player.example.org:443/v', 'https://player.example.org/v'],
    ['//player.example.org/v', 'https://player.example.org/v'],
    [' https://player.example.org/v\n', 'https://player.example.org/v'],
    ['https:\\\\player.example.org\\v', 'https://player.example.org/v'],
    ['ht\ttps://player.exam\nple.org/v', 'https://player.example.org/v'],
    ['https://%70layer.example.org/v', 'https://player.example.org/v'],
    ['https://ｐlayer.example.org/v', 'https://player.example.org/v'],
    ['https://player。example.org/v', 'https://player.example.org/v'],
    ['https://player.example.org/v?a=&quot;&gt;&lt;b&gt;', 'https://player.example.org/v?a=%22%3E%3Cb%3E'],
    ['https://player.example.org/../v/./w', 'https://player.example.org/v/w'],
    ['https:///player.example.org/v', 'https://player.example.org/v'],
  ])('of a listed host stays, with the URL that a browser makes of %j', (src, url) => {
    expect(clean(frame(src))).toBe(`<iframe src="${url}" ${SANDBOX}></iframe>`)
  })

  test.each([
    'http://player.example.org/v',
    'https://player.example.org:8443/v',
    'https://player.example.org:80/v',
    'https://user@player.example.org/v',
    'https://user:password@player.example.org/v',
    'https://:@player.example.org:1/v',
    'https://player.example.org@evil.example/v',
    'https://evil.example\\@player.example.org/v',
    'https://evil.example/@player.example.org/v',
    'https://evil.example#@player.example.org/v',
    'https://evil.example?player.example.org',
    'https://player.example.org./v',
    'https://player.example.org.evil.example/v',
    'https://sub.player.example.org/v',
    'https://example.org/v',
    'https://xplayer.example.org/v',
    'https://player-example.org/v',
    'https://plаyer.example.org/v',
    'https://player.example.org\u00ad.evil.example/v',
    'https://player.example.org%2eevil.example/v',
    'https://player.example.org%00.evil.example/v',
    'https://[::1]/v',
    'https://127.0.0.1/v',
    'https://2130706433/v',
    'https://localhost/v',
    'wss://player.example.org/v',
    'ftp://player.example.org/v',
    'blob:https://player.example.org/v',
    'filesystem:https://player.example.org/v',
    'view-source:https://player.example.org/v',
    'javascript://player.example.org/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'about:blank',
    'about:srcdoc',
    'player.example.org/v',
    '/v',
    '//evil.example/v',
    '///player.example.org/v',
    '\\\\evil.example\\v',
    '/\\evil.example',
    'https:player.example.org.evil.example',
    'v.html',
    '#v',
    '?v',
    '',
  ])('from elsewhere is left out with its content: %j', (src) => {
    const html = `<p>a</p>${frame(src.replaceAll('"', '&quot;').replaceAll('<', '&lt;'))}<p>b</p>`
    expect(clean(html)).toBe('<p>a</p><p>b</p>')
  })

  test('has no attribute of its author but its size and its title', () => {
    const written = `src="https://player.example.org/v" title='"&gt;&lt;b&gt;' width="560" height="50%" allowfullscreen="x"`
    const more = [
      'srcdoc="<script>parent.fire()</script>"',
      'SRCDOC=x',
      'sandbox="allow-top-navigation allow-popups allow-forms allow-modals allow-downloads"',
      'sandbox',
      'allow="camera; microphone; geolocation; payment *"',
      'csp="script-src *"',
      'loading=eager',
      'name="config"',
      'id="config"',
      'class="modal"',
      'style="position:fixed;inset:0"',
      'onload="fire()"',
      'OnError=fire()',
      'referrerpolicy=unsafe-url',
      'credentialless',
      'is=x-frame',
      'tabindex=1',
      'role=dialog',
      'aria-label=x',
      'longdesc="javascript:fire()"',
      'frameborder=0',
      'allowtransparency=true',
      'browsingtopics',
      'data-x=y',
    ]
    const expected = `<iframe src="https://player.example.org/v" title="&quot;&gt;&lt;b&gt;" width="560" height="50%" allowfullscreen ${SANDBOX}></iframe>`
    for (const one of more) {
      expect(clean(`<iframe ${written} ${one}></iframe>`)).toBe(expected)
      expect(clean(`<iframe ${one} ${written}></iframe>`)).toBe(expected)
    }
    expect(clean(`<IFRAME/${written}/ ${more.join(' ')}></IFRAME>`)).toBe(expected)
  })

  test.each([
    ['the second of two URLs', 'src="https://evil.example" src="https://player.example.org/v"'],
    ['a size that is no number', 'src="https://evil.example" width="1;position:fixed"'],
    ['a document of its own', 'srcdoc="<p>x</p>"'],
    ['a document beside a foreign URL', 'srcdoc="x" src="https://evil.example"'],
    [
      'a URL in another attribute',
      'data-src="https://player.example.org/v" href="https://player.example.org/v"',
    ],
    ['a URL in another namespace', 'xlink:src="https://player.example.org/v"'],
  ])('does not stay for %s', (_, attributes) => {
    expect(clean(`<iframe ${attributes}></iframe>`)).toBe('')
  })

  test('has no content, whatever is in it, and what follows it stays', () => {
    const src = 'src="https://player.example.org/v"'
    const kept = `<iframe src="https://player.example.org/v" ${SANDBOX}></iframe>`
    for (const inside of [
      'text',
      '<b>x</b>',
      '<p title="',
      '<!--',
      '<script>fire()</script>',
      '<iframe src=x>',
      '&lt;/iframe&gt;',
    ]) {
      expect(clean(`<iframe ${src}>${inside}</iframe><p>after</p>`)).toBe(`${kept}<p>after</p>`)
    }
    expect(clean(`<iframe ${src} /><p>after</p>`)).toBe(`${kept}<p>after</p>`)
    expect(clean(`<iframe ${src}><p title="</iframe><img src=x onerror=fire()>">`)).toBe(
      `${kept}<img src="x" />"&gt;`,
    )
  })

  test('within other elements is judged alike', () => {
    const evil = frame('https://evil.example')
    for (const around of [
      'svg',
      'math',
      'noscript',
      'template',
      'select',
      'object',
      'video',
      'noembed',
      'textarea',
      'title',
      'xmp',
      'style',
    ]) {
      expect(clean(`<${around}>${evil}</${around}>`)).not.toContain('<iframe')
    }
    for (const around of ['p', 'li', 'td', 'a', 'details', 'video']) {
      const html = clean(`<${around}>${evil}${frame('https://player.example.org/v')}${evil}</${around}>`)
      expect(html.match(/<iframe/g)).toHaveLength(1)
    }
    expect(clean(`<ifr<iframe></iframe>ame src="https://evil.example">`)).not.toContain('<iframe')
  })

  test('stays where its host is the only one that is listed', () => {
    expect(clean(frame('https://player.example.org/v'), ['player.example.org'])).toBe(
      clean(frame('https://player.example.org/v')),
    )
  })

  test('stays nowhere in a workspace that lists no host', () => {
    expect(clean(frame('https://player.example.org/v'), [])).toBe('')
    expect(clean(`<iframe src="https://player.example.org/v" />x`, [])).toBe('x')
  })
})

describe('embeds in workspace.yml', () => {
  const problemsOf = async (lines: string, env: Record<string, string> = {}) => {
    const place = await workspace({ 'blog/workspace.yml': lines, 'blog/posts/a.md': postFile() })
    const { problems } = await place.build({ env: { SOURCE_DATE_EPOCH: '1767225600', ...env } })
    place.remove()
    return problems.map(({ code, line, column }) => `${code} ${line}:${column}`)
  }

  test('may list names of hosts and nothing else', async () => {
    const valid = 'www.youtube-nocookie.com player.vimeo.com xn--bcher-kva.example Player.Example.org a-b.co'
    expect(await problemsOf(`embeds: [${valid.replaceAll(' ', ', ')}]`)).toEqual([])
    const invalid =
      `https://www.youtube.com www.youtube.com/embed www.youtube.com:443 user@www.youtube.com *.youtube.com *
      youtube localhost www.youtube.com. 127.0.0.1 0x7f.1 [::1] bücher.example router.local x.internal`.split(
        /\s+/,
      )
    const problems = await problemsOf(`embeds:\n${['', ...invalid].map((host) => `- "${host}"\n`).join('')}`)
    expect(problems).toEqual(['', ...invalid].map((_, index) => `bad-host ${index + 2}:3`))
  })

  test('may list neither the host of the site nor that of the API', async () => {
    expect(await problemsOf('url: https://Blog.example:8080/{slug}\nembeds: [blog.example]')).toEqual([
      'bad-host 2:10',
    ])
    const all = 'embeds: [api.example, a.vercel.app, b.vercel.app, c.vercel.app, sub.api.example]'
    expect(await problemsOf(all, { BASE_URL: 'https://API.example:8443/x' })).toEqual(['bad-host 1:10'])
    const vercel = {
      VERCEL_PROJECT_PRODUCTION_URL: 'a.vercel.app',
      VERCEL_BRANCH_URL: 'b.vercel.app',
      VERCEL_URL: 'c.vercel.app',
    }
    expect(await problemsOf(all, vercel)).toEqual(['bad-host 1:23', 'bad-host 1:37', 'bad-host 1:51'])
  })
})

describe('a video or a sound', () => {
  test.each([
    '<video src="v.mp4" poster="p.png" width="640" height="360" controls loop muted playsinline preload="none"></video>',
    '<video controls><source src="../v.webm" type="video/webm" /><source src="v.mp4" /><track src="v.vtt" kind="captions" srclang="en" label="English" default /><a href="v.mp4">v</a></video>',
    '<audio src="s.mp3" controls></audio>',
  ])('that is a file of the workspace stays: %s', (html) => {
    expect(clean(html)).toBe(html)
  })

  test.each([
    'https://evil.example/v.mp4',
    '//evil.example/v.mp4',
    '\\\\evil.example\\v.mp4',
    '/\\evil.example/v.mp4',
    '/v.mp4',
    'ht\ttps://evil.example/v.mp4',
    '\u0001https://evil.example/v.mp4',
    'https\n://evil.example/v.mp4',
    'data:video/mp4,x',
    'blob:https://evil.example/x',
    'javascript:fire()',
    'java&#10;script:fire()',
    'mailto:a@b.example',
    '#x',
    '?x',
    '',
  ])('from elsewhere is left out, and what is in it stays: %j', (src) => {
    expect(clean(`<video src="${src}" controls>Text</video>`)).toBe('Text')
    expect(clean(`<audio src="${src}" controls>Text</audio>`)).toBe('Text')
    expect(clean(`<video controls><source src="${src}"><track src="${src}">Text</video>`)).toBe('Text')
    expect(clean(`<video src="v.mp4" poster="${src}"></video>`)).toBe('<video src="v.mp4"></video>')
    expect(
      clean(`<video src="v.mp4" srcset="${src}" data-src="${src}" href="${src}" srcdoc="${src}"></video>`),
    ).toBe('<video src="v.mp4"></video>')
  })

  test('neither runs a script nor starts to sound by itself', () => {
    expect(
      clean(
        '<video src="v.mp4" onerror=fire() onloadstart=fire() oncanplay="fire()" style="position:fixed"></video>',
      ),
    ).toBe('<video src="v.mp4"></video>')
    expect(clean('<video src="v.mp4" autoplay loop></video>')).toBe(
      '<video src="v.mp4" autoplay loop muted></video>',
    )
    expect(clean('<video src="v.mp4" crossorigin="use-credentials"></video>')).toBe(
      '<video src="v.mp4" crossorigin="anonymous"></video>',
    )
  })

  test('that is not closed hides nothing that follows it', () => {
    expect(clean('<video src="v.mp4" controls><p>after</p>')).toBe(
      '<video src="v.mp4" controls></video><p>after</p>',
    )
    expect(clean('<video src="v.mp4" controls /><p>after</p>')).toBe(
      '<video src="v.mp4" controls></video><p>after</p>',
    )
    expect(clean('a <video> tag')).toBe('a  tag')
  })

  test('is served from a URL with a hash of its content, and one that is missing is an error', async () => {
    const files = { 'blog/posts/v.mp4': 'film', 'blog/posts/v.vtt': 'text', 'blog/posts/p.png': 'x' }
    const post = '<video controls>\n<source src="v.mp4"><track src="v.vtt">\n</video>\n'
    const place = await workspace({ ...files, 'blog/posts/a.md': postFile({}, post) })
    const env = { SOURCE_DATE_EPOCH: '1767225600', BASE_URL: 'https://api.example' }
    const { problems } = await place.build({ env })
    expect(problems.map(({ code, file }) => `${code} ${file.slice(place.dir.length + 1)}`)).toEqual([
      'unused-file blog/posts/p.png',
    ])
    const api = reader(place)
    const { content } = (await api.get('blog/posts/a')).post
    api.close()
    expect(content).toMatch(
      /<source src="https:\/\/api\.example\/media\/v\.[0-9a-f]+\.mp4" \/><track src="https:\/\/api\.example\/media\/v\.[0-9a-f]+\.vtt" \/>/,
    )
    place.write({ 'blog/posts/a.md': postFile({}, '<video src="w.mp4" poster="../../x.png"></video>') })
    const missing = (await place.build({ env })).problems.filter(({ severity }) => severity === 'error')
    expect(missing.map(({ code }) => code)).toEqual(['missing-file', 'outside-path'])
    place.remove()
  })
})
