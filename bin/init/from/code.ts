// The literals and calls of a configuration in JavaScript, TypeScript or JSON with comments. Nothing is run.
import { tsPlugin } from '@sveltejs/acorn-typescript'
import { type AnyNode, type ArrowFunctionExpression, Parser, type Property, type SpreadElement } from 'acorn'
import { ConfigurationError } from '../../../build/environment/configuration.ts'
import { isPart, Unknown, WrittenCall, type WrittenPart } from './schema.ts'

/** Functions that return the values of names. */
type Names = ReadonlyMap<string, () => unknown>

/** The parser takes seconds for more characters. */
const MAX_TEXT = 256 * 1024
/** Constants may have constants that have constants. */
const MAX_VALUES = 50_000

/** @returns `default` and `collections` as far as they are exported @throws {ConfigurationError} */
export function literalsIn(text: string, path: string): unknown {
  if (text.length > MAX_TEXT) throw new ConfigurationError(`${path} is not read: it has more than 256 KB.`)
  const source = path.endsWith('.json') ? `export default ${text}` : text
  try {
    const plugin = tsPlugin({ jsx: path.endsWith('x') })
    const options = { ecmaVersion: 'latest', sourceType: 'module', locations: true } as const
    const { body } = Parser.extend(plugin).parse(source, options)
    const reader = new LiteralReader()
    const names = reader.names(body, new Map())
    const exported = body.find((one) => one.type === 'ExportDefaultDeclaration')?.declaration
    return Object.assign(
      new WrittenCall(),
      exported ? { default: reader.value(exported, names) } : { collections: names.get('collections')?.() },
    )
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    throw new ConfigurationError(`${path} cannot be read: ${error.message}.`)
  }
}

class LiteralReader {
  #left = MAX_VALUES
  readonly #open = new Set<AnyNode>()

  /** Returns what statements declare, beside what is outside of them. */
  names(statements: readonly AnyNode[], outer: Names): Names {
    const names = new Map(outer)
    for (const one of statements) {
      const statement = (one.type === 'ExportNamedDeclaration' && one.declaration) || one
      if (statement.type === 'FunctionDeclaration' && statement.id)
        names.set(statement.id.name, () => this.value(statement, names))
      if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') continue
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init) names.set(id.name, () => this.value(init, names))
    }
    return names
  }

  value(node: AnyNode, names: Names): unknown {
    if (--this.#left < 0) throw new RangeError(`it has more than ${MAX_VALUES} values`)
    // A constant may stand for itself.
    if (this.#open.has(node)) return new Unknown('')
    this.#open.add(node)
    const value = this.#value(node, names, (one) => this.value(one, names))
    this.#open.delete(node)
    return value
  }

  #value(node: AnyNode, names: Names, inside: (node: AnyNode) => unknown): unknown {
    switch (node.type) {
      case 'Literal':
        return /^(?:string|number|boolean)$/.test(typeof node.value)
          ? node.value
          : new Unknown(node.raw ?? '')
      case 'TemplateLiteral':
        return node.expressions.length > 0 ? new Unknown('') : node.quasis[0]!.value.cooked
      case 'Identifier':
        return names.has(node.name) ? names.get(node.name)!() : new Unknown(node.name)
      case 'ArrayExpression':
        return node.elements.flatMap((one) =>
          one?.type === 'SpreadElement' ? inside(one.argument) : [one && inside(one)],
        )
      case 'ObjectExpression':
        return Object.assign(Object.create(null), ...node.properties.map((one) => entry(one, inside)))
      case 'MemberExpression':
        return partAt(inside(node.object), keyOf(node.property, node.computed, inside))
      case 'CallExpression': {
        const { callee } = node
        const args = node.arguments.map((one) => inside(one.type === 'SpreadElement' ? one.argument : one))
        const before = callee.type === 'MemberExpression' ? inside(callee.object) : undefined
        if (callee.type === 'MemberExpression' && before instanceof WrittenCall)
          return followed(before, keyOf(callee.property, callee.computed, inside), args)
        const called = inside(callee)
        if (called instanceof Unknown) return callOf(called.name.split('.').at(-1)!, args)
        return isPart(called) && args.length > 0 ? followed(called, 'arguments', args) : called
      }
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'FunctionDeclaration':
        return this.#returned(node, names)
      default: {
        // Types around a value, which acorn itself does not know.
        const { expression } = node as { expression?: AnyNode }
        return expression && node.type.startsWith('TS') ? inside(expression) : new Unknown('')
      }
    }
  }

  /** Returns what a function returns, whatever it is given. */
  #returned({ params, body }: Pick<ArrowFunctionExpression, 'params' | 'body'>, names: Names): unknown {
    const own = new Map(names)
    for (const one of params) if (one.type === 'Identifier') own.delete(one.name)
    if (body.type !== 'BlockStatement') return this.value(body, own)
    const last = body.body.find((one) => one.type === 'ReturnStatement')?.argument
    return last ? this.value(last, this.names(body.body, own)) : new Unknown('')
  }
}

type Inside = (node: AnyNode) => unknown

function keyOf(key: AnyNode, isComputed: boolean, inside: Inside): string {
  if (key.type === 'Identifier' && !isComputed) return key.name
  const value = inside(key)
  return typeof value === 'object' ? '[what is computed]' : String(value)
}

function entry(one: Property | SpreadElement, inside: Inside): object {
  if (one.type === 'Property') return { [keyOf(one.key, one.computed, inside)]: inside(one.value) }
  const value = inside(one.argument)
  return isPart(value) ? value : { [`...${value instanceof Unknown ? value.name : ''}`]: value }
}

function partAt(value: unknown, name: string): unknown {
  if (value instanceof Unknown) return new Unknown(`${value.name}.${name}`)
  return isPart(value) && Object.hasOwn(value, name) ? value[name] : new Unknown(name)
}

function callOf(name: string, [first, ...others]: unknown[]): WrittenCall {
  const given = /object$/i.test(name) && isPart(first) ? { fields: first } : partOf(first)
  return Object.assign(new WrittenCall(), { call: name }, given, ...others.map(partOf))
}

function partOf(argument: unknown): object {
  if (argument instanceof WrittenCall || argument instanceof Unknown) return { field: argument }
  if (Array.isArray(argument)) return { options: argument }
  return isPart(argument) ? argument : argument === undefined ? {} : { value: argument }
}

/** Returns a call with one more that follows it. */
function followed(before: WrittenPart, name: string, args: unknown[]): WrittenCall {
  const [first = true] = args
  const fields = first instanceof WrittenCall ? first.fields : first
  const next =
    /^(?:extend|safeExtend|merge|and)$/.test(name) && isPart(before.fields) && isPart(fields)
      ? { fields: Object.assign(Object.create(null), before.fields, fields) }
      : { [name in before ? `${name} again` : name]: args.length > 1 ? args : first }
  return Object.assign(new WrittenCall(), before, next)
}
