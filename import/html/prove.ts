// Markdown that was made of HTML is shown to be the same: both go through the pipeline of a workspace. What is not the same is
// written with more care, and if that doesn't help stays HTML.
import { Anchors, markdownRenderer, type Render, sanitise } from '../../build/for-import.ts'
import { hasFormula } from '../markdown/math.ts'
import { type HtmlUnit, joined, rawOf } from './blocks.ts'
import { isAlike, type ShownHtml, shapeOf } from './shape.ts'
import { htmlOf } from './tree.ts'

/** Ends a list or a quotation, where what follows would go on with it. */
const SEPARATOR = '\n\n<!-- -->\n\n'

/** Makes a function that gives the markdown of blocks. */
export function prover(): (units: readonly HtmlUnit[]) => string {
  const [plain, withMath] = [markdownRenderer(), markdownRenderer({ math: true })]
  // A workspace that shows a formula has `math: true`.
  const render: Render = (markdown) => (hasFormula(markdown) ? withMath : plain)(markdown)
  return (units) => proven(units, render)
}

/** @param before the block before them */
function proven(units: readonly HtmlUnit[], render: Render, before?: HtmlUnit): string {
  const source = shapeOf(sanitise(units.map(({ source }) => `<div>${htmlOf(source)}</div>`).join('')))
  const isRight = (markdown: string) => isAlike(source, shapeOfMarkdown(markdown, render))
  const usual = joined(units, { isPlain: false }, before)
  if (isRight(usual)) return usual
  if (units.length < 2) {
    const plain = joined(units, { isPlain: true }, before)
    return isRight(plain) ? plain : units.map(({ source }) => rawOf(source)).join('')
  }
  const middle = units.length >> 1
  const halves = [
    proven(units.slice(0, middle), render, before),
    proven(units.slice(middle), render, units[middle - 1]),
  ]
  const whole = halves.join('\n\n')
  return isRight(whole) ? whole : halves.join(SEPARATOR)
}

function shapeOfMarkdown(markdown: string, render: Render): ShownHtml {
  const { html, anchors } = render(markdown)
  return shapeOf(sanitise(html, new Anchors(anchors)))
}
