/** Candidates for the word at the cursor of a command line. */
import type { CompletableField } from '@logyard/languages/query/editor/complete-query'
import type { Command, CommandOption } from '../command.ts'
import type { Candidate } from './candidates.ts'
import type { TypedLine } from './shell-words.ts'

export interface CompletionSources {
  readonly commands: Readonly<Record<string, Command>>
  readonly commonOptions: Readonly<Record<string, CommandOption>>
  profiles(): readonly string[]
  /** Names that the server knows; none if it does not answer in time. `options` are those on the line. */
  names(options: GivenOptions): Promise<{
    readonly fields: readonly CompletableField[]
    readonly streams: readonly string[]
    values(field: string, typed: string): Promise<readonly string[]>
  }>
}

/** The options of the line that say which server is asked. */
export interface GivenOptions {
  readonly profile?: string
  readonly ca?: string
}

const whole = (text: string): Candidate => ({ text, isWhole: true })
const startingWith = (words: readonly string[], typed: string): readonly Candidate[] =>
  words.filter((word) => word.toLowerCase().startsWith(typed.toLowerCase())).map(whole)

export async function completeLine(line: TypedLine, sources: CompletionSources): Promise<readonly Candidate[]> {
  const [name, ...words] = line.words.filter((word) => !/^\w+=/.test(word)).slice(1)
  const typed = line.current.text
  const { commands } = sources
  if (name === undefined || name === 'help') {
    const shown = Object.keys(commands).filter((one) => commands[one]?.summary !== '')
    return startingWith([...shown, ...(name === undefined ? ['help', 'config'] : [])], typed)
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) return []
  const options = { ...command.options, ...sources.commonOptions }
  const given = readGiven(words, options)
  if (given.open !== undefined) return valuesOf(given.open, typed, { sources, given })
  const [, assigned = '', value = ''] = /^--([\w-]+)=(.*)$/s.exec(typed) ?? []
  if (Object.hasOwn(options, assigned)) {
    const found = await valuesOf(options[assigned], value, { sources, given })
    return found.map(({ text, isWhole }) => ({ text: `--${assigned}=${text}`, isWhole }))
  }
  if (typed.startsWith('-') && !given.isEnded && !isQueryPart(typed))
    return startingWith(
      [...Object.keys(options), 'help'].map((option) => `--${option}`),
      typed,
    )
  if (command.completes === 'query') return queryCandidates(given.words, typed, await sources.names(given.options))
  if (command.completes === 'profiles')
    return given.words.length === 0
      ? startingWith(['list', 'use', 'remove'], typed)
      : startingWith(sources.profiles(), typed)
  return command.completes === undefined ? [] : startingWith(command.completes, typed)
}

/** `-level:debug` excludes messages. */
const isQueryPart = (typed: string): boolean => /^-[^-]/.test(typed)

interface Given {
  /** The arguments that are not options. */
  readonly words: readonly string[]
  readonly options: GivenOptions
  /** The option that the word at the cursor is the value of. */
  readonly open: CommandOption | undefined
  /** All further words are arguments. */
  readonly isEnded: boolean
}

function readGiven(words: readonly string[], options: Readonly<Record<string, CommandOption>>): Given {
  const rest: string[] = []
  const values = new Map<string, string>()
  let open: string | undefined
  let isEnded = false
  for (const word of words) {
    const [, name = '', , value] = /^--([\w-]+)(=(.*))?$/s.exec(word) ?? []
    if (open !== undefined) {
      values.set(open, word)
      open = undefined
    } else if (isEnded || !word.startsWith('--')) rest.push(word)
    else if (word === '--') isEnded = true
    else if (value !== undefined) values.set(name, value)
    else if (Object.hasOwn(options, name) && options[name]?.type === 'string') open = name
  }
  const profile = values.get('profile')
  const ca = values.get('ca')
  return {
    words: rest,
    options: { ...(profile === undefined ? {} : { profile }), ...(ca === undefined ? {} : { ca }) },
    open: open === undefined ? undefined : options[open],
    isEnded,
  }
}

async function valuesOf(
  option: CommandOption | undefined,
  typed: string,
  { sources, given }: { readonly sources: CompletionSources; readonly given: Given },
): Promise<readonly Candidate[]> {
  const { completes } = option ?? {}
  if (completes === undefined || completes === 'files') return []
  if (completes === 'profiles') return startingWith(sources.profiles(), typed)
  if (typeof completes === 'object') return startingWith(completes, typed)
  const { fields, streams } = await sources.names(given.options)
  if (completes === 'streams') return startingWith(streams, typed)
  const names = fields.map(({ name }) => name)
  if (completes === 'fields') return startingWith(names, typed)
  const before = typed.slice(0, typed.lastIndexOf(',') + 1)
  return startingWith(names, typed.slice(before.length)).map(({ text }) => ({ text: before + text, isWhole: false }))
}

/** A dash within a word needs no backslash, which would need another one in the shell. */
const PLAIN_VALUE = /^[a-z\d_]+([.-][a-z\d_]+)*$/

/** The query is all arguments together; only the last one can be completed. */
async function queryCandidates(
  words: readonly string[],
  typed: string,
  { fields, values }: Awaited<ReturnType<CompletionSources['names']>>,
): Promise<readonly Candidate[]> {
  const { completeQuery } = await import('@logyard/languages/query/editor/complete-query')
  const text = [...words, typed].join(' ')
  const start = text.length - typed.length
  const completion = completeQuery(text, text.length, fields)
  if (completion === undefined || completion.from < start) return []
  const before = text.slice(start, completion.from)
  if (completion.kind === 'options')
    return completion.options.map(({ insert }) => ({ text: before + insert.trimEnd(), isWhole: insert.endsWith(' ') }))
  const { escapeValue } = await import('@logyard/languages/query/escape-value')
  const found = [...completion.names, ...(await values(completion.field, completion.typed))]
  const written = (value: string) => (PLAIN_VALUE.test(value) ? value : escapeValue(value))
  return [...new Set(found)].map((value) => ({ text: before + written(value), isWhole: true }))
}
