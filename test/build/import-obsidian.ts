// Vaults of Obsidian: links by the names of notes, embedded files, and which notes are public.
import { png } from '../support/picture.ts'
import { type ImportedSite, post } from './import-sites.ts'

const vault = { '.obsidian/app.json': '{}' }

const texts = [
  '[[Tides]] [[tides|the tides]] [[Notes/Tides#High tide]] [[Tides#High tide|high *tide*]] [[Tides#^low-1|low]] [[#Boats]] [[Oars#Boats#Big ones]]',
  '[[Nothing here]] [[Nothing#At all|nothing]] [[Private]] [[file.pdf]] [[file.pdf|a file]] [[]] [[|x]]',
  '![[map.png]] ![[map.png|300]] ![[map.png|A map|300x200]] ![[assets/map.png|A map]] ![[none.png]]',
  '![[clip.mp4]]\n\n![[Tides]]\n\n![[Tides#High tide]]\n\n![[Private]]',
  '| a | b |\n|---|---|\n| [[Tides\\|the tides]] | ![[map.png\\|30]] |',
  '> [!faq]- Why?\n> Because of ==the tides== and [[Tides]].\n\n> [!todo]\n> Row.\n\n> [!WARNING] Deep\n> Wet.',
  '## Boats\n\nA block. ^a-block\n\n- item ^item1\n\n| x |\n|---|\n| y |\n\n^table-1\n\nx^2 and 3 ^2',
  'Said %%not %%here.\n\n%%\nNothing\n\n```js\nhidden()\n```\n%%\n\n100% and ==a b== a == b == c ====',
  'Tagged #sea and #sea/deep, no#tag, #123 and (#x) $a_1$ ~one~ ~~two~~',
  '```md\n[[Tides]] ==x== %%y%% #code ^abc\n```\n\n`[[Tides]]` `==x==` <div title="==x==">z</div>',
]

export const obsidian: Record<string, ImportedSite> = {
  'obsidian-vault': {
    files: {
      ...vault,
      'Notes/Oars.md': post(
        'date: 2020-01-02\ntags:\n  - boats\n  - "#wood"\naliases: [Paddles]\ncssclasses: [wide]\nup: "[[Tides|the tides]]"\ncover: "[[map.png]]"',
        ...texts,
      ),
      'Notes/Tides.md': post('date: 2020-01-03', '# Tides', '## High tide', 'Low. ^low-1'),
      'Notes/2020-01-04.md': post('date: 2020-01-04', 'Dear diary.'),
      'Notes/Private.md': post('draft: true\ndate: 2020-01-05', 'Secret.'),
      'Notes/Undated.md': 'Wet.\n',
      'Templates/Note.md': post('date: 2020-01-02', '{{title}}'),
      'assets/map.png': png(),
    },
    flags: ['--url', 'https://example.org'],
  },
  'obsidian-chosen': {
    files: {
      ...vault,
      'a.md': post('date: 2020-01-02\npublish: true\npermalink: rivers/a', 'To [[b]] and [[c]].'),
      'b.md': post('date: 2020-01-02\ndg-publish: true', 'Wet.'),
      'c.md': post('date: 2020-01-02', 'Private.'),
      'd.md': post('date: 2020-01-02\npublish: false', 'Private.'),
    },
    flags: ['--url', 'https://example.org'],
  },
  'obsidian-within-hugo': {
    files: {
      ...Object.fromEntries(Object.entries(vault).map(([path, text]) => [`content/${path}`, text])),
      'hugo.yaml': 'baseURL: https://example.org\n',
      'content/posts/a.md': post('date: 2020-01-02', '{{< kbd a >}} [[b]]'),
    },
    from: 'content',
  },
}
