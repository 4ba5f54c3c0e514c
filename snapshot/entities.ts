// Character references of HTML: by number, and by the names of HTML 4, which are those that people write.
import { once } from './once.ts'

/** Takes time in proportion to its input; what is no reference is left as it is. */
export function decodeEntities(html: string): string {
  if (!html.includes('&')) return html
  return html.replace(
    /&(?:#(\d{1,8})|#x([\da-f]{1,8})|([a-z][a-z\d]{1,7}));/gi,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return named().get(name) ?? entity
      return character(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
    },
  )
}

function character(code: number): string {
  const scalar = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return scalar ? String.fromCodePoint(code) : '\ufffd'
}

/** Of U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash ' +
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc ' +
  'euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml ' +
  'yacute thorn yuml'

/** Of U+0391 to U+03A9 and, in lower case, of U+03B1 to U+03C9; no capital sigma stands at the end of a word. */
const greek =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon ' +
  'phi chi psi omega'

const others = (): Record<string, string> => ({
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" },
  ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', dagger: '†', Dagger: '‡', permil: '‰' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', lsaquo: '‹', rsaquo: '›' },
  ...{
    prime: '′',
    Prime: '″',
    oline: '‾',
    frasl: '⁄',
    euro: '€',
    trade: '™',
    fnof: 'ƒ',
    circ: 'ˆ',
    tilde: '˜',
  },
  ...{ OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', image: 'ℑ', real: 'ℜ', weierp: '℘' },
  ...{ ensp: '\u2002', emsp: '\u2003', thinsp: '\u2009', zwnj: '\u200c', zwj: '\u200d' },
  ...{ lrm: '\u200e', rlm: '\u200f', alefsym: 'ℵ', thetasym: 'ϑ', upsih: 'ϒ', piv: 'ϖ' },
  ...{ larr: '←', uarr: '↑', rarr: '→', darr: '↓', harr: '↔', crarr: '↵' },
  ...{ lArr: '⇐', uArr: '⇑', rArr: '⇒', dArr: '⇓', hArr: '⇔' },
  ...{ forall: '∀', part: '∂', exist: '∃', empty: '∅', nabla: '∇', isin: '∈', notin: '∉', ni: '∋' },
  ...{ prod: '∏', sum: '∑', minus: '−', lowast: '∗', radic: '√', prop: '∝', infin: '∞', ang: '∠' },
  ...{ and: '∧', or: '∨', cap: '∩', cup: '∪', int: '∫', there4: '∴', sim: '∼', cong: '≅', asymp: '≈' },
  ...{ ne: '≠', equiv: '≡', le: '≤', ge: '≥', sub: '⊂', sup: '⊃', nsub: '⊄', sube: '⊆', supe: '⊇' },
  ...{ oplus: '⊕', otimes: '⊗', perp: '⊥', sdot: '⋅', lceil: '⌈', rceil: '⌉', lfloor: '⌊', rfloor: '⌋' },
  ...{ lang: '⟨', rang: '⟩', loz: '◊', spades: '♠', clubs: '♣', hearts: '♥', diams: '♦' },
})

/** Made for the first name that is to be decoded. */
const named = once(
  () =>
    new Map([
      ...latin.split(' ').map((name, i): [string, string] => [name, String.fromCodePoint(0xa0 + i)]),
      ...greek
        .split(' ')
        .flatMap((name, i): [string, string][] => [
          [name, String.fromCodePoint(0x3b1 + i)],
          ...(name === 'sigmaf'
            ? []
            : [[capitalised(name), String.fromCodePoint(0x391 + i)] as [string, string]]),
        ]),
      ...Object.entries(others()),
    ]),
)

function capitalised(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1)
}
