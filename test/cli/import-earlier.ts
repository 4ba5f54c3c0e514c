// Small sites, and the workspaces that galley import made of them as of commit 5a9168f: what users have who imported then.
// With its manifest, by which a second run knows what was edited since.

export interface EarlierImport {
  /** What is given to `galley import`, and its flags. */
  from: string
  flags: string[]
  /** By path. */
  source: Record<string, string>
  /** By path in the folder of workspaces. */
  workspace: Record<string, string>
}

export const earlier: Record<string, EarlierImport> = {
  jekyll: {
    from: 'site',
    flags: [],
    source: {
      'site/_config.yml':
        'title: Reeds\nurl: https://reed.example\ncollections:\n  posts:\n    output: true\n    permalink: /notes/:year/:title/\n',
      'site/_posts/2020-01-02-oars.md':
        '---\ntitle: Oars\ntags: [wood]\n---\nSee [tides]({% post_url 2020-02-03-tides %}) and [reeds](/notes/2020/reeds/).\n',
      'site/_posts/2020-02-03-tides.md': '---\ntitle: Tides\nminutes: 4\n---\nTwice a day.\n',
      'site/_posts/2020-03-04-reeds.md':
        '---\ntitle: Reeds\n---\nSee [oars]({% post_url 2020-01-02-oars %}).\n',
      'site/_posts/2020-04-05-quiet.md': '---\ntitle: Quiet\nhidden: true\n---\nFor few.\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "jekyll",\n  "files": {\n    "authors/reeds.yml": "85d4e8db2956f70c35ff58e9d879ab2e4359248b5b9d68590d1db7cd290ae014",\n    "categories.yml": "dc5acabce047da10cf7471a5323550b072dbf216d3bb914208509995268a997d",\n    "posts/2020-01-02-oars.md": "f1109602067b41af4eb3a6d1d8b3e7c07e28ff7cf437706d36719d7e57fc6359",\n    "posts/2020-02-03-tides.md": "02f0e1d3f3c29194685a1a5c345601519dcbfb764b48af254823049f84349a35",\n    "posts/2020-03-04-reeds.md": "9fa0909e68817989797942393495f7583b6c3cc7958cf42c7e6f13ca02c54f6d",\n    "posts/2020-04-05-quiet.md": "8266acc2f8783043956b37acf177c6c43cb059b5f3519f282bf4e726e129d06a",\n    "tags.yml": "8ddbf9920a0c6278f3d4cfd58a8ff12eb507c9129a27c3e20c627c292ed0666d",\n    "workspace.yml": "f5728fe5e81dfdcc5b0339f6523eeff18cfc6a102f1ad2c5abc5165383e9e461"\n  }\n}\n',
      'blog/authors/reeds.yml': 'name: Reeds\n',
      'blog/categories.yml': 'posts:\n  name: Posts\n',
      'blog/posts/2020-01-02-oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02\ntags: [wood]\naliases: [/2020/01/02/oars.html]\n---\nSee [tides](2020-02-03-tides.md) and [reeds](/notes/2020/reeds/).\n',
      'blog/posts/2020-02-03-tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03\naliases: [/2020/02/03/tides.html]\nfields:\n  minutes: 4\n---\nTwice a day.\n',
      'blog/posts/2020-03-04-reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04\naliases: [/2020/03/04/reeds.html]\n---\nSee [oars](2020-01-02-oars.md).\n',
      'blog/posts/2020-04-05-quiet.md':
        '---\ntitle: Quiet\npublishedAt: 2020-04-05\naliases: [/2020/04/05/quiet.html]\nfields:\n  hidden: true\n---\nFor few.\n',
      'blog/tags.yml': 'wood:\n  name: Wood\n',
      'blog/workspace.yml':
        'name: Reeds\nurl: https://reed.example/{year}/{month}/{day}/{slug}.html\ndefaults:\n  authors: [reeds]\n  category: posts\nfields:\n  minutes:\n    type: number\n  hidden:\n    type: boolean\n',
    },
  },
  hugo: {
    from: 'site',
    flags: [],
    source: {
      'site/hugo.toml':
        "baseURL = 'https://reed.example/'\ntitle = 'Reeds'\n[permalinks]\nen = '/:sections/:year/:slug/'\ncn = '/:sections/:year/:slug/'\n",
      'site/content/en/oars.md':
        '---\ntitle: Oars\ndate: 2020-01-02\n---\nSee [tides]({{< ref "tides.md" >}}).\n',
      'site/content/en/tides.md': '---\ntitle: Tides\ndate: 2020-02-03\n---\nTwice a day.\n',
      'site/content/en/reeds.md':
        '---\ntitle: Reeds\ndate: 2020-03-04\n---\nSee [oars]({{< ref "oars.md" >}}).\n',
      'site/content/cn/gone.md':
        '---\ntitle: Gone\ndate: 2020-04-05\nexpiryDate: 2021-03-01\n---\nFor a while.\n',
      'site/content/cn/lakes.md': '---\ntitle: Lakes\ndate: 2020-05-06\n---\nStill.\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "hugo",\n  "files": {\n    "authors/reeds.yml": "85d4e8db2956f70c35ff58e9d879ab2e4359248b5b9d68590d1db7cd290ae014",\n    "categories.yml": "ce6c1d8ef7bb29a7f8cf6d45a90f2471c25b443b61e6a51457fa4fae38b2a805",\n    "posts/cn/gone.md": "1bbc6d33fcc3ae97621d9df2fd834fcd1f85f8c5bfe9a992249f9d08d6be40af",\n    "posts/cn/lakes.md": "0f359f4c94300c5073fdb145ba954ddda4d330e6b1b738bc91663d12819efbfd",\n    "posts/en/oars.md": "33bee4b5e3998f868c2f1fb2bfa554feb4a5f8c10b8d1ab1604af0b9d6f0e95f",\n    "posts/en/reeds.md": "ea5ab9b1292055a31b56a4c2d3bdb99aec751300577533046117b28abd65164a",\n    "posts/en/tides.md": "53e748b67a0232ff351c77362b34063b2d4bcfc98f4a7827c9ab876dc26be8c2",\n    "workspace.yml": "8c10c84714c7bc867a89dc6233fbf22d14872173a8bed016ba320a43f02ee933"\n  }\n}\n',
      'blog/authors/reeds.yml': 'name: Reeds\n',
      'blog/categories.yml': 'blog:\n  name: Blog\n',
      'blog/posts/cn/gone.md':
        '---\ntitle: Gone\npublishedAt: 2020-04-05\naliases: [/cn/gone]\nfields:\n  expiryDate: 2021-03-01\n---\nFor a while.\n',
      'blog/posts/cn/lakes.md':
        '---\ntitle: Lakes\npublishedAt: 2020-05-06\naliases: [/cn/lakes]\n---\nStill.\n',
      'blog/posts/en/oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02\naliases: [/en/oars]\n---\nSee [tides](tides.md).\n',
      'blog/posts/en/reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04\naliases: [/en/reeds]\n---\nSee [oars](oars.md).\n',
      'blog/posts/en/tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03\naliases: [/en/tides]\n---\nTwice a day.\n',
      'blog/workspace.yml':
        'name: Reeds\nurl: https://reed.example/en/{slug}/\ndefaults:\n  authors: [reeds]\n  category: blog\nfields:\n  expiryDate:\n    type: date\n',
    },
  },
  eleventy: {
    from: 'site',
    flags: ['--url', 'https://reed.example'],
    source: {
      'site/.eleventy.js': "module.exports = () => ({ dir: { input: 'src' } })\n",
      'site/src/blog/blog.json':
        '{ "permalink": "news/{{ page.date | ym }}/{{ page.fileSlug }}/index.html" }\n',
      'site/src/blog/2020-01-02-oars.md': '---\ntitle: Oars\n---\nSee [tides](2020-02-03-tides.md).\n',
      'site/src/blog/2020-02-03-tides.md': '---\ntitle: Tides\n---\nTwice a day.\n',
      'site/src/blog/2020-03-04-reeds.md': '---\ntitle: Reeds\n---\nSee [oars](2020-01-02-oars.md).\n',
      'site/src/blog/2020-04-05-hidden.md': '---\ntitle: Hidden\npermalink: false\n---\nNowhere.\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "eleventy",\n  "files": {\n    "authors/reed-example.yml": "361d74c1fecce91dd41fca37cc3c62d79dc184630cda3447646e34af0716d6fe",\n    "categories.yml": "ce6c1d8ef7bb29a7f8cf6d45a90f2471c25b443b61e6a51457fa4fae38b2a805",\n    "posts/2020-01-02-oars.md": "bcc283c5a6c74f49aa960bf92c6d7bad2dcb546af521c8f24fb9179f39e8902e",\n    "posts/2020-02-03-tides.md": "c5ddec6c50fb3f68f4700206775136283910297ad9f5cf41f597c6e617190a86",\n    "posts/2020-03-04-reeds.md": "72b3d3b07f6c88a88dd80ba898a2730a02e656aeb337854655d124f48ca2d68b",\n    "posts/2020-04-05-hidden.md": "f8032237a9667a127ebc77f512245af7466e7bdc0427c40ac2e59f62048bcf17",\n    "workspace.yml": "c24112a90a31134fb17b51fe471c465ec04f3d11da4d06174de4428278ffa8ef"\n  }\n}\n',
      'blog/authors/reed-example.yml': 'name: reed.example\n',
      'blog/categories.yml': 'blog:\n  name: Blog\n',
      'blog/posts/2020-01-02-oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02\nslug: 2020-01-02-oars\naliases: [/blog/2020-01-02-oars]\n---\nSee [tides](2020-02-03-tides.md).\n',
      'blog/posts/2020-02-03-tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03\nslug: 2020-02-03-tides\naliases: [/blog/2020-02-03-tides]\n---\nTwice a day.\n',
      'blog/posts/2020-03-04-reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04\nslug: 2020-03-04-reeds\naliases: [/blog/2020-03-04-reeds]\n---\nSee [oars](2020-01-02-oars.md).\n',
      'blog/posts/2020-04-05-hidden.md':
        '---\ntitle: Hidden\npublishedAt: 2020-04-05\nslug: 2020-04-05-hidden\naliases: [/blog/2020-04-05-hidden]\n---\nNowhere.\n',
      'blog/workspace.yml':
        'name: reed.example\nurl: https://reed.example/blog/{slug}/\ndefaults:\n  authors: [reed-example]\n  category: blog\n',
    },
  },
  hexo: {
    from: 'site',
    flags: [],
    source: {
      'site/_config.yml': 'title: Reeds\nurl: https://reed.example\npermalink: :year/:month/:day/:title/\n',
      'site/package.json': '{ "dependencies": { "hexo": "^7.0.0" } }\n',
      'site/source/_posts/oars.md':
        '---\ntitle: Oars\ndate: 2020-01-02 10:00:00\n---\nSee {% post_link tides %}.\n',
      'site/source/_posts/tides.md': '---\ntitle: Tides\ndate: 2020-02-03 10:00:00\n---\nTwice a day.\n',
      'site/source/_posts/reeds.md':
        '---\ntitle: Reeds\ndate: 2020-03-04 10:00:00\n---\nSee {% post_link oars %}.\n',
      'site/source/_posts/pass.md':
        '---\ntitle: Pass\ndate: 2020-04-05 10:00:00\npassword: sesame\n---\nFor few.\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "hexo",\n  "files": {\n    "authors/reeds.yml": "85d4e8db2956f70c35ff58e9d879ab2e4359248b5b9d68590d1db7cd290ae014",\n    "categories.yml": "dc5acabce047da10cf7471a5323550b072dbf216d3bb914208509995268a997d",\n    "posts/oars.md": "d333dbba8ecfbc5c46550397ff523e08958cb764e13d3efa7b79c15c2272cf61",\n    "posts/pass.md": "625ebb9687736bf4bae32c34c362b31488792ea5ee4e8d7dada960713813a3bf",\n    "posts/reeds.md": "e79e1173f020310ca8a1ec092f29a54b1cdceea149e47f9005ba341f14b68335",\n    "posts/tides.md": "b5870cb143d28826734f0e32ad149f9e34cec21c0053dffd17093eb31e98a0a2",\n    "workspace.yml": "43ecc58d73f7b0f4f1ac47db17836489afc09e873dbde0f13c17c5edafc65698"\n  }\n}\n',
      'blog/authors/reeds.yml': 'name: Reeds\n',
      'blog/categories.yml': 'posts:\n  name: Posts\n',
      'blog/posts/oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02T10:00:00Z\naliases: [/2020/01/02/oars]\n---\nSee [tides](tides.md).\n',
      'blog/posts/pass.md':
        '---\ntitle: Pass\npublishedAt: 2020-04-05T10:00:00Z\naliases: [/2020/04/05/pass]\nfields:\n  password: sesame\n---\nFor few.\n',
      'blog/posts/reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04T10:00:00Z\naliases: [/2020/03/04/reeds]\n---\nSee [oars](oars.md).\n',
      'blog/posts/tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03T10:00:00Z\naliases: [/2020/02/03/tides]\n---\nTwice a day.\n',
      'blog/workspace.yml':
        'name: Reeds\nurl: https://reed.example/{year}/{month}/{day}/{slug}/\ndefaults:\n  authors: [reeds]\n  category: posts\nfields:\n  password:\n    type: string\n',
    },
  },
  wordpress: {
    from: 'export.xml',
    flags: [],
    source: {
      'export.xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">\n<channel>\n<title>Reeds</title>\n<link>https://reed.example</link>\n<wp:base_site_url>https://reed.example</wp:base_site_url>\n<wp:base_blog_url>https://reed.example</wp:base_blog_url>\n<item>\n<title>Oars</title>\n<link>https://reed.example/2020/01/oars/</link>\n<dc:creator>ada</dc:creator>\n<content:encoded><![CDATA[<p>See <a href="https://reed.example/2020/02/tides/">tides</a>.</p>]]></content:encoded>\n<wp:post_id>1</wp:post_id>\n<wp:post_date_gmt>2020-01-02 08:00:00</wp:post_date_gmt>\n<wp:post_name>oars</wp:post_name>\n<wp:status>publish</wp:status>\n<wp:post_type>post</wp:post_type>\n<wp:post_password></wp:post_password>\n<category domain="category" nicename="q-a"><![CDATA[Q&amp;A]]></category>\n</item>\n<item>\n<title>Tides</title>\n<link>https://reed.example/2020/02/tides/</link>\n<dc:creator>ada</dc:creator>\n<content:encoded><![CDATA[<p>Twice a day.</p>]]></content:encoded>\n<wp:post_id>2</wp:post_id>\n<wp:post_date_gmt>2020-02-03 08:00:00</wp:post_date_gmt>\n<wp:post_name>tides</wp:post_name>\n<wp:status>publish</wp:status>\n<wp:post_type>post</wp:post_type>\n<wp:post_password></wp:post_password>\n<category domain="category" nicename="q-a"><![CDATA[Q&amp;A]]></category>\n</item>\n<item>\n<title>Reeds</title>\n<link>https://reed.example/2020/03/reeds/</link>\n<dc:creator>ada</dc:creator>\n<content:encoded><![CDATA[<p>See <a href="https://reed.example/2020/01/oars/">oars</a>.</p>]]></content:encoded>\n<wp:post_id>3</wp:post_id>\n<wp:post_date_gmt>2020-03-04 08:00:00</wp:post_date_gmt>\n<wp:post_name>reeds</wp:post_name>\n<wp:status>publish</wp:status>\n<wp:post_type>post</wp:post_type>\n<wp:post_password></wp:post_password>\n<category domain="category" nicename="q-a"><![CDATA[Q&amp;A]]></category>\n</item>\n<item>\n<title>Pass</title>\n<link>https://reed.example/2020/04/pass/</link>\n<dc:creator>ada</dc:creator>\n<content:encoded><![CDATA[<p>For few.</p>]]></content:encoded>\n<wp:post_id>4</wp:post_id>\n<wp:post_date_gmt>2020-04-05 08:00:00</wp:post_date_gmt>\n<wp:post_name>pass</wp:post_name>\n<wp:status>publish</wp:status>\n<wp:post_type>post</wp:post_type>\n<wp:post_password>sesame</wp:post_password>\n<category domain="category" nicename="q-a"><![CDATA[Q&amp;A]]></category>\n</item>\n</channel>\n</rss>\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "wordpress",\n  "files": {\n    "authors/ada.yml": "1f1f4481326d129d2db76c3f610e9922be1e2c24ee747ac9014894270c07bb3b",\n    "authors/reeds.yml": "85d4e8db2956f70c35ff58e9d879ab2e4359248b5b9d68590d1db7cd290ae014",\n    "categories.yml": "e29e8120a398c150beb813ccf618e7785c8a7ac8aed65628dc8ddf489df0d62f",\n    "posts/oars.md": "f9dd6c94ab5d729a3714241d8952276165826a0d290b6d29181491f7653377a5",\n    "posts/pass.md": "07c5c8adf833e1e79989a9a1b6d3f1c306ed7967e94ae9012c14b6d9f6723622",\n    "posts/reeds.md": "accdbb0afd77ec882a1ac8fe752caaeb29fe6ae746e607e178bbcbbc41adf681",\n    "posts/tides.md": "9b670b0884aefbacb2627eb3a3e186312fae95d03472318f0bd04dc835fde257",\n    "workspace.yml": "24c3890083902bbaef94bbe20836ab6c6051f725618b752e2632acdf29d0302a"\n  }\n}\n',
      'blog/authors/ada.yml': 'name: ada\n',
      'blog/authors/reeds.yml': 'name: Reeds\n',
      'blog/categories.yml': 'posts:\n  name: Posts\nq-a:\n  name: Q&amp;A\n',
      'blog/posts/oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02T08:00:00Z\nauthors: [ada]\ncategory: q-a\naliases: [/2020/01/oars]\n---\nSee [tides](tides.md).\n',
      'blog/posts/pass.md':
        '---\ntitle: Pass\npublishedAt: 2020-04-05T08:00:00Z\nstatus: draft\nauthors: [ada]\ncategory: q-a\naliases: [/2020/04/pass]\n---\nFor few.\n',
      'blog/posts/reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04T08:00:00Z\nauthors: [ada]\ncategory: q-a\naliases: [/2020/03/reeds]\n---\nSee [oars](oars.md).\n',
      'blog/posts/tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03T08:00:00Z\nauthors: [ada]\ncategory: q-a\naliases: [/2020/02/tides]\n---\nTwice a day.\n',
      'blog/workspace.yml':
        'name: Reeds\nurl: https://reed.example/{year}/{month}/{slug}/\ndefaults:\n  authors: [reeds]\n  category: posts\n',
    },
  },
  ghost: {
    from: 'export.json',
    flags: ['--url', 'https://reed.example'],
    source: {
      'export.json':
        '{\n "db": [\n  {\n   "meta": {\n    "version": "5.0.0"\n   },\n   "data": {\n    "posts": [\n     {\n      "id": "1",\n      "title": "Oars",\n      "slug": "oars",\n      "html": "<p>See <a href=\\"__GHOST_URL__/tides/\\">tides</a>.</p>",\n      "visibility": "public",\n      "status": "published",\n      "type": "post",\n      "published_at": "2020-01-02T08:00:00.000Z"\n     },\n     {\n      "id": "2",\n      "title": "Tides",\n      "slug": "tides",\n      "html": "<p>Twice a day.</p>",\n      "visibility": "public",\n      "status": "published",\n      "type": "post",\n      "published_at": "2020-02-03T08:00:00.000Z"\n     },\n     {\n      "id": "3",\n      "title": "Reeds",\n      "slug": "reeds",\n      "html": "<p>See <a href=\\"__GHOST_URL__/oars/\\">oars</a>.</p>",\n      "visibility": "public",\n      "status": "published",\n      "type": "post",\n      "published_at": "2020-03-04T08:00:00.000Z"\n     },\n     {\n      "id": "4",\n      "title": "Members",\n      "slug": "members",\n      "html": "<p>For few.</p>",\n      "visibility": "members",\n      "status": "published",\n      "type": "post",\n      "published_at": "2020-04-05T08:00:00.000Z"\n     }\n    ],\n    "settings": [\n     {\n      "key": "title",\n      "value": "Reeds"\n     }\n    ]\n   }\n  }\n ]\n}\n',
    },
    workspace: {
      'blog/.galley-import.json':
        '{\n  "version": 1,\n  "generator": "ghost",\n  "files": {\n    "authors/reeds.yml": "85d4e8db2956f70c35ff58e9d879ab2e4359248b5b9d68590d1db7cd290ae014",\n    "categories.yml": "dc5acabce047da10cf7471a5323550b072dbf216d3bb914208509995268a997d",\n    "posts/members.md": "b7d585c2f61dc9c0aa9733a063a4973f3344b4944bd45e562bab0fa7a44b9abb",\n    "posts/oars.md": "e4010e6466247a2eb1ce6502b2232a67a44f6ea0ba6bb7fc7fb22c6379519cc3",\n    "posts/reeds.md": "8490559a26210b259e5b92c7a25bd1b7c87f82daaba1ca4d94e43bd3492f7483",\n    "posts/tides.md": "28e55718044a56979ec3f8c2335dbd684982ef4f6e6f4542ddfe4fe331f1d2e1",\n    "workspace.yml": "82b77b1db9c072701e9f995780f15e2f292efd94257f5333e18e33665125e201"\n  }\n}\n',
      'blog/authors/reeds.yml': 'name: Reeds\n',
      'blog/categories.yml': 'posts:\n  name: Posts\n',
      'blog/posts/members.md':
        '---\ntitle: Members\npublishedAt: 2020-04-05T08:00:00Z\naliases: [/members]\n---\nFor few.\n',
      'blog/posts/oars.md':
        '---\ntitle: Oars\npublishedAt: 2020-01-02T08:00:00Z\naliases: [/oars]\n---\nSee [tides](tides.md).\n',
      'blog/posts/reeds.md':
        '---\ntitle: Reeds\npublishedAt: 2020-03-04T08:00:00Z\naliases: [/reeds]\n---\nSee [oars](oars.md).\n',
      'blog/posts/tides.md':
        '---\ntitle: Tides\npublishedAt: 2020-02-03T08:00:00Z\naliases: [/tides]\n---\nTwice a day.\n',
      'blog/workspace.yml':
        'name: Reeds\nurl: https://reed.example/{slug}/\ndefaults:\n  authors: [reeds]\n  category: posts\n',
    },
  },
}
