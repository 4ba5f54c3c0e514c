// Markdown as posts have it: with front matter, which the editor would otherwise take for a line and a heading.
import { Language, markdownLanguage, tags } from './codemirror.js'

const frontMatter = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      /** @param {any} context of the parser, see lezer's reference @param {{ text: string }} line */
      parse(context, line) {
        const [fence] = /^(?:---|\+\+\+)(?=\s*$)/.exec(line.text) ?? []
        if (context.lineStart !== 0 || fence === undefined) return false
        let end = line.text.length
        while (context.nextLine()) {
          end = context.lineStart + line.text.length
          if (line.text.trimEnd() !== fence) continue
          context.nextLine()
          break
        }
        context.addElement(context.elt('FrontMatter', 0, end))
        return true
      },
    },
  ],
}

const { data, parser } = markdownLanguage
export const markdown = new Language(data, parser.configure([frontMatter]), [], 'markdown')
