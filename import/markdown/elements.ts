// Elements of HTML that are blocks, once. Where programs or steps take others for blocks, this says which, and why.

const words = (text: string) => text.split(/\s+/)
const without = (all: readonly string[], some: string) => all.filter((name) => !words(some).includes(name))

/** Makes a pattern of names that matches any of them. */
export const oneOf = (names: readonly string[]) => `(?:${names.join('|')})`

/** The elements that safe HTML has, and those that are only within some of these. */
export const BLOCKS = words('blockquote details div dl figure h1 h2 h3 h4 h5 h6 hr ol p pre section table ul')
const PARTS = words('caption dd dt figcaption li summary tbody td tfoot th thead tr')
export const ALL_BLOCKS = [...BLOCKS, ...PARTS]
/** The elements of which only counts that no text goes on over their edges. */
export const EDGES = words('p div section figure figcaption thead tbody tfoot caption')
/** Elements that stand alone like blocks, though they may be in a line. */
export const MEDIA = words('audio iframe object video')
/** Elements that become the markdown of what is in them, and those that have a form of their own, or stay HTML. */
export const AROUND_BLOCKS = [...words('div figure section'), ...PARTS]
export const UNITS = [...without(BLOCKS, 'div figure section'), ...MEDIA]

/** Safe HTML leaves out these elements, but not what is in them. */
export const CONTAINERS = words(
  'address article aside body center dialog fieldset footer form head header hgroup html legend main nav search',
)

/** Elements that begin HTML that goes on to a blank line. `<pre>` goes on to its end. */
export const COMMONMARK = [
  ...without(ALL_BLOCKS, 'pre'),
  ...without(CONTAINERS, 'hgroup'),
  ...words('base basefont col colgroup dir frame frameset iframe link menu menuitem noframes'),
  ...words('optgroup option param title track'),
]
/** Elements that go on to their ends over blank lines in kramdown. */
export const KRAMDOWN = [
  ...without(ALL_BLOCKS, 'caption hr pre summary'),
  ...without(CONTAINERS, 'body dialog head hgroup html legend search'),
  ...words('audio dir iframe map menu video'),
]
/** Elements that are no part of a paragraph in WordPress: forms and scripts, too. */
export const WORDPRESS = [
  ...ALL_BLOCKS,
  ...without(CONTAINERS, 'body center dialog head hgroup html main search'),
  ...words('area audio col colgroup iframe map script style video'),
]

/** Elements that may have markdown in them: Hugo's templates have tags that are not alone in their lines, MDX has containers. */
const HOLDERS = words('blockquote details div figure section')
export const TEMPLATE_HOLDERS = [...HOLDERS, ...words('figcaption li p summary td')]
export const MDX_HOLDERS = [...HOLDERS, ...words('article aside center main')]
