// Texts that show the code of other files of the site, as each program names them.
import { type ImportedSite, post } from './import-sites.ts'

const code = `import { a } from 'b'

// #region first
function first() {
  // #region inner
  return '{{ x }} {% y %} \`\`\`'
  // #endregion
}
// #endregion first
last()
`

const dated = (...text: string[]) => post('title: T\ndate: 2020-01-02', ...text)

export const codeFiles: Record<string, ImportedSite> = {
  'code-files-vitepress': {
    files: {
      '.vitepress/config.ts': '',
      'snippets/a.ts': code,
      'blog/b.md': '# {{ b }}\n```js\nc\n```\n',
      'blog/two words.py': '# region r\n    x = 1\n\n    y = 2\n# endregion r\n',
      'outside.txt': 'none',
      '.env': 'KEY=secret',
      'blog/post.md': dated(
        '<<< @/snippets/a.ts\n\n<<< @/snippets/a.ts#first{1,3-4 js:line-numbers} [The first]',
        '<<<../snippets/a.ts{2}\n\n- item\n\n  <<< ./b.md#none [b "c".md]\n\n<<< ./two words.py#r',
        '::: code-group\n\n<<< @/snippets/a.ts#inner [One]\n\n<<< ./b.md [Two]\n\n:::',
        '<<< @/snippets/none.ts [N]\n\n<<< ../../outside.txt\n\n<<< /etc/hostname\n\n<<< @/.env\n\n<<< ../.env',
        '```\n<<< @/snippets/a.ts\n```\n\nIn words <<< @/snippets/a.ts\n\n    <<< @/snippets/a.ts',
      ),
    },
  },
  'code-files-hexo': {
    files: {
      'package.json': '{ "dependencies": { "hexo": "7" } }',
      '_config.yml': 'url: https://example.org\n',
      'source/downloads/code/sub/a.js': code,
      'source/_posts/post.md': dated(
        '{% include_code sub/a.js %}',
        '{% include_code The first lang:ts from:4 to:6 sub/a.js %}\n\n{% include_code none.js %}',
        '{% include_code ../../../_config.yml %}',
      ),
    },
  },
  'code-files-jekyll': {
    files: {
      '_config.yml': 'url: https://example.org\npermalink: /:title/\n',
      '_includes/code/a.rb': 'puts "{{ x }}"\n```\n',
      '_posts/part.js': code,
      'downloads/code/b.py': 'y = 2\n',
      '_posts/2020-01-02-post.md': dated(
        '```ruby\n{% include code/a.rb %}\n```\n\n{% highlight ruby linenos %}\n{% include code/a.rb %}\n{% endhighlight %}',
        '- x\n\n  ~~~\n  {%- include_relative part.js -%}\n  ~~~',
        '```js\n{% include_relative none.js %}\n```\n\n```\n{% raw %}{% include code/a.rb %}{% endraw %}\n```',
        '```\nx\n{% include code/a.rb %}\n```',
        '{% include_code Two lang:python b.py %}\n\n{% include_code ../../_config.yml %}',
      ),
    },
  },
  'code-files-eleventy': {
    files: {
      '.eleventy.js': '',
      CNAME: 'example.org',
      '_includes/a.css': 'a { b: c }\n',
      'posts/post.md': dated('```css\n{% include "a.css" %}\n```'),
    },
  },
  'code-files-docusaurus': {
    files: {
      'docusaurus.config.js': "module.exports = { url: 'https://example.org' }",
      'src/a.js': code,
      'blog/a.py': 'x = 1\n',
      'blog/2020-01-02-post.mdx': dated(
        "import A from '!!raw-loader!@site/src/a.js';\nimport B from './a.py?raw';\nimport C from '!!raw-loader!./none.js'",
        '<CodeBlock language="jsx" title="src/a.js" showLineNumbers>{A}</CodeBlock>',
        '<CodeBlock className="language-py">\n  {B}\n</CodeBlock>\n\n<Code code={B} lang="python" />',
        '<CodeBlock>{C}</CodeBlock>\n\n{A}',
      ),
    },
  },
  'code-files-hugo': {
    files: {
      'hugo.yaml': 'baseURL: https://example.org\n',
      'layouts/shortcodes/code-file.html':
        '{{ highlight (readFile (printf "static/%s" (.Get 0))) (.Get 1) "" }}',
      'layouts/shortcodes/sample.html':
        '{{ $file := .Get "File" }}{{ $text := readFile $file }}<pre>{{ $text }}</pre>',
      'layouts/shortcodes/text.html': '{{ readFile (.Get 0) | markdownify }}',
      'static/a.js': code,
      'content/posts/a/b.go': 'x := 1\n',
      'content/posts/a/index.md': dated(
        '{{< code-file "a.js" "ts" >}}\n\n{{< sample file="b.go" >}}\n\n{{< readfile file="b.go" code="true" lang="golang" >}}',
        '{{< code-file "none.js" "js" >}}\n\n{{< text "b.go" >}}\n\n{{% readfile "b.go" %}}',
      ),
    },
  },
  'code-files-zola': {
    files: {
      'config.toml': 'base_url = "https://example.org"\n',
      'templates/shortcodes/code.md':
        '{% set data = load_data(path="code/" ~ file, format="plain") %}\n```{{ lang }}\n{{ data }}\n```',
      'templates/shortcodes/fixed.html': '<b>{% if a %}{{ a }}{% endif %}</b>',
      'static/code/a.js': code,
      'content/posts/a.md': dated('{{ code(file="code/a.js", lang="ts") }}\n\n{{ fixed(a="b") }}'),
    },
  },
}
