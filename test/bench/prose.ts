// Texts like people's posts: paragraphs under headings, lists, quotes and code; as markdown and as the HTML that
// GitHub's flavour makes of it.
import { between, oneOf, type Random, sentence, word } from './words.ts'

export interface Prose {
  markdown: string
  html: string
  /** Its words without markup. */
  text: string
}

/** @param bytes approximate length of the markdown */
export function prose(random: Random, bytes: number): Prose {
  const whole = { markdown: '', html: '', text: '' }
  for (let i = 0; whole.markdown.length < bytes; i++) {
    const block = i % 2 === 0 ? paragraph(random) : oneOf(random, blocks)(random)
    whole.markdown += `${i === 0 ? '' : '\n'}${block.markdown}\n`
    whole.html += `${block.html}\n`
    whole.text += `${block.text}\n\n`
  }
  return whole
}

/** What comes between paragraphs. */
const blocks = [heading, heading, list, list, quote, code]

function heading(random: Random): Prose {
  const text = sentence(random, 3, 6)
  const id = text.toLowerCase().replaceAll(' ', '-')
  return { markdown: `## ${text}`, html: `<h2 id="${id}">${text}</h2>`, text }
}

function paragraph(random: Random): Prose {
  const { markdown, html, text } = repeat(random, 3, 6, ' ', sentenceWithMarks)
  return { markdown, html: `<p>${html}</p>`, text }
}

/** A sentence that ends with a few words that are emphasised, linked or code. */
function sentenceWithMarks(random: Random): Prose {
  const before = sentence(random, 5, 11)
  const words = sentence(random, 1, 3)
  const { markdown, html } = oneOf(random, marks)(words, random)
  return {
    markdown: `${before} ${markdown}.`,
    html: `${before} ${html}.`,
    text: `${before} ${words}.`,
  }
}

const marks: ((words: string, random: Random) => { markdown: string; html: string })[] = [
  (words) => ({ markdown: words, html: words }),
  (words) => ({ markdown: `**${words}**`, html: `<strong>${words}</strong>` }),
  (words) => ({ markdown: `*${words}*`, html: `<em>${words}</em>` }),
  (words) => ({ markdown: `\`${words}\``, html: `<code>${words}</code>` }),
  (words, random) => {
    const url = `https://example.org/${encodeURIComponent(word(random))}`
    return { markdown: `[${words}](${url})`, html: `<a href="${url}">${words}</a>` }
  },
]

function list(random: Random): Prose {
  const { markdown, html, text } = repeat(random, 4, 9, '\n', item)
  return { markdown, html: `<ul>\n${html}\n</ul>`, text }
}

function item(random: Random): Prose {
  const text = sentence(random, 2, 7)
  return { markdown: `- ${text}`, html: `<li>${text}</li>`, text }
}

function quote(random: Random): Prose {
  const text = `${sentence(random, 10, 20)}.`
  return { markdown: `> ${text}`, html: `<blockquote>\n<p>${text}</p>\n</blockquote>`, text }
}

function code(random: Random): Prose {
  const { text } = repeat(random, 2, 5, '\n', line)
  return {
    markdown: `\`\`\`ts\n${text}\n\`\`\``,
    html: `<pre><code class="language-ts">${text}\n</code></pre>`,
    text,
  }
}

function line(random: Random): Prose {
  const text = `const ${word(random)} = ${word(random)}(${between(random, 1, 99)})`
  return { markdown: text, html: text, text }
}

function repeat(random: Random, low: number, high: number, separator: string, make: typeof item): Prose {
  const whole = make(random)
  for (let left = between(random, low, high); left > 1; left--) {
    const { markdown, html, text } = make(random)
    whole.markdown += separator + markdown
    whole.html += separator + html
    whole.text += separator + text
  }
  return whole
}
