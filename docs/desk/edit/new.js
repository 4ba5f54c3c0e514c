// A new post: a draft, as `galley new post` writes it.
import { element } from '../../element.js'
import { ask } from './dialog.js'
import { fieldOf } from './fields.js'
import { keysOf, labelOf, offeredFor } from './form.js'
import { createPost, readForm } from './wire.js'

/** @typedef {import('../source.js').Place} Place */

const asked = ['title', 'category', 'authors', 'tags']

/**
 * @param {readonly Place[]} places
 * @returns {Promise<{ id: string, file: string } | undefined>}
 */
export async function newPost(places) {
  /** @type {Map<string, import('./fields.js').Field>} */
  let fields = new Map()
  const box = element('div')
  const workspace = element(
    'select',
    { id: 'new-workspace', change: () => draw() },
    ...places.map(({ id, name }) => element('option', { value: id }, name)),
  )
  async function draw() {
    const form = await readForm(workspace.value)
    const keys = keysOf(form.schema).filter(
      ([key, , isRequired]) => asked.includes(key) || (isRequired && key.startsWith('fields.')),
    )
    keys.sort(([a], [b]) => asked.indexOf(a) - asked.indexOf(b))
    fields = new Map(
      keys.map(([key, schema, isRequired], i) => [
        key,
        fieldOf({
          id: `new-${i}`,
          key,
          schema,
          isRequired,
          offered: offeredFor(form, key),
          changed: () => {},
        }),
      ]),
    )
    const boxes = [...fields].map(([key, field], i) =>
      element('div', { class: 'field' }, element('label', { for: `new-${i}` }, labelOf(key)), field.element),
    )
    box.replaceChildren(...boxes)
    box.querySelector('input')?.focus()
  }
  await draw()
  const choose =
    places.length > 1
      ? [
          element(
            'div',
            { class: 'field' },
            element('label', { for: 'new-workspace' }, 'Workspace'),
            workspace,
          ),
        ]
      : []
  /** @type {{ id: string, file: string } | undefined} */
  let made
  await ask('New post', [...choose, box], [['create', 'Create draft']], async () => {
    const given = [...fields].flatMap(([key, field]) => {
      const value = field.value()
      return value === null ? [] : [/** @type {const} */ ([key, value])]
    })
    const own = given
      .filter(([key]) => key.startsWith('fields.'))
      .map(([key, value]) => [key.slice(7), value])
    const { file } = await createPost({
      workspace: workspace.value,
      ...Object.fromEntries(given.filter(([key]) => asked.includes(key))),
      ...(own.length > 0 && { fields: Object.fromEntries(own) }),
    })
    made = { id: workspace.value, file }
  })
  return made
}
