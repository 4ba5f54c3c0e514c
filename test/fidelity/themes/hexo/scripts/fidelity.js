// The plain theme: no layout at all, and a list of all posts as Hexo has made them.
const { writeFileSync } = require('node:fs')

hexo.extend.filter.register('after_generate', () => {
  const posts = hexo.locals.get('posts').map((post) => ({
    path: `${hexo.config.source_dir}/${post.source}`,
    url: `${hexo.config.root}${post.path}`,
    title: String(post.title ?? ''),
    date: post.date.format(),
    html: post.content,
  }))
  writeFileSync(process.env.FIDELITY, JSON.stringify(posts))
})
