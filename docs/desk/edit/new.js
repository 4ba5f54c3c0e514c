// A new post: a draft, as `galley new post` writes it.
import { element } from '../../element.js'
import { ask } from './dialog.js'
import { fieldOf } from './fields.js'
import { keysOf } from './form.js'
import { labelFor, labelOf } from './inputs.js'
import { createPost, readForm } from './wire.js'

/** @typedef {import('../source.js').Workspace} Workspace */

const asked = ['title', 'category', 'authors', 'tags']

/** @param {ReadonlyMap<string, Workspace>} workspaces @param {string} heading @returns {Promise<{ id: string, file: string } | undefined>} */
export async function newPost(workspaces, heading) {
  // A collection of one has no other entry.
  const offered = [...workspaces.values()].filter(
    ({ place, posts }) => !place.collection?.single || posts.length === 0,
  )
  const places = offered.flatMap(({ place }) => (place.isShown ? place : []))
  /** @type {Map<string, import('./fields.js').Field>} */
  let fields = new Map()
  const box = element('div')
  const names = places.map(({ id, name }) => element('option', { value: id }, name))
  const workspace = element('select', { id: 'new-workspace', change: () => draw() }, ...names)
  const collectionNow = () => places.find(({ id }) => id === workspace.value)?.collection
  async function draw() {
    const form = await readForm(workspace.value)
    const isAsked = (/** @type {ReturnType<typeof keysOf>[number]} */ { key, shape }) =>
      (asked.includes(key) && !(key === 'title' && collectionNow()?.single)) ||
      (shape.required && key.startsWith('fields.') && key !== `fields.${form.titleField}`)
    const keys = keysOf(form).filter(isAsked)
    keys.sort((a, b) => asked.indexOf(a.key) - asked.indexOf(b.key))
    fields = new Map()
    const boxes = keys.map(({ key, shape }, i) => {
      const named = { id: `new-${i}`, label: labelOf(key) }
      const field = fieldOf({
        ...named,
        form,
        file: `${collectionNow()?.name ?? 'posts'}/new.md`,
        shape,
        changed: () => {},
      })
      fields.set(key, field)
      return element(
        'div',
        { class: 'field' },
        labelFor(named.id, named.label, shape.required),
        field.element,
      )
    })
    box.replaceChildren(...boxes)
    box.querySelector('input')?.focus()
  }
  await draw()
  const label = element(
    'label',
    { for: 'new-workspace' },
    heading === 'New post' ? 'Workspace' : 'Collection',
  )
  const choose = places.length > 1 ? [element('div', { class: 'field' }, label, workspace)] : []
  /** @type {{ id: string, file: string } | undefined} */
  let made
  await ask(heading, [...choose, box], [['create', 'Create draft']], async () => {
    const given = [...fields].flatMap(([key, field]) => {
      const value = field.value()
      return value === null ? [] : [/** @type {const} */ ([key, value])]
    })
    const own = given.flatMap(([key, value]) => (key.startsWith('fields.') ? [[key.slice(7), value]] : []))
    const others = Object.fromEntries(given.filter(([key]) => asked.includes(key)))
    const fieldsOf = own.length > 0 && { fields: Object.fromEntries(own) }
    const title = collectionNow()?.single ? { title: collectionNow()?.name } : {}
    const { file } = await createPost({ workspace: workspace.value, ...title, ...others, ...fieldsOf })
    made = { id: workspace.value, file }
  })
  return made
}
