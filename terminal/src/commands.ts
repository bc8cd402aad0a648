/** The commands of the terminal. Their programs are loaded when they run. */
import type { Command, CommandOption } from './command.ts'
import { DEFAULT_RANGE, RANGE_WORDS } from './search/range-words.ts'

export const COMMON_OPTIONS = {
  profile: { type: 'string', value: 'NAME', help: 'the server and token of this profile', completes: 'profiles' },
  ca: {
    type: 'string',
    value: 'FILE',
    help: 'certificate (PEM) of the authority that signs that of the server',
    completes: 'files',
  },
  color: {
    type: 'string',
    value: 'WHEN',
    default: 'auto',
    help: 'auto, always or never; NO_COLOR is obeyed',
    completes: ['auto', 'always', 'never'],
  },
  'no-pager': { type: 'boolean', help: 'do not show long results with $PAGER' },
} as const satisfies Record<string, CommandOption>

const STREAM: Record<string, CommandOption> = {
  stream: {
    type: 'string',
    value: 'NAME',
    multiple: true,
    help: 'only messages of this stream: its title or id; several are possible',
    completes: 'streams',
  },
}

const SELECTION: Record<string, CommandOption> = {
  range: {
    type: 'string',
    value: 'RANGE',
    default: DEFAULT_RANGE,
    help: '15m, 2h, 7d, today, yesterday, all, FROM..TO, or words such as "last monday"',
    completes: RANGE_WORDS,
  },
  ...STREAM,
}

const ROWS = {
  fields: { type: 'string', value: 'A,B', help: 'these fields, in this order', completes: 'field-list' },
  wrap: { type: 'boolean', help: 'do not cut long lines at the edge of the terminal' },
  utc: { type: 'boolean', help: 'times in UTC on a terminal, not in its time zone' },
} as const satisfies Record<string, CommandOption>

const outputOf = (...formats: readonly string[]): Record<string, CommandOption> => ({
  output: { type: 'string', value: 'FORMAT', default: 'text', help: formats.join(', '), completes: formats },
})

export const commands: Readonly<Record<string, Command>> = {
  search: {
    summary: 'show messages that match a query, newest first',
    arguments: '[QUERY]',
    options: {
      ...SELECTION,
      ...ROWS,
      limit: { type: 'string', value: 'N', default: '100', help: 'at most that many, up to 10000' },
      sort: { type: 'string', value: 'FIELD[:asc]', help: 'by this field, greatest first', completes: 'fields' },
      ...outputOf('text', 'json', 'ndjson', 'csv'),
    },
    completes: 'query',
    isPaged: true,
    load: async () => (await import('./search/search.ts')).search,
  },
  tail: {
    summary: 'show matching messages as they arrive, until Ctrl-C',
    arguments: '[QUERY]',
    options: {
      ...STREAM,
      ...ROWS,
      rate: {
        type: 'string',
        value: 'N',
        default: '500',
        help: 'messages a second; of more an even sample, up to 5000',
      },
      ...outputOf('text', 'ndjson'),
    },
    completes: 'query',
    load: async () => (await import('./tail/tail.ts')).tail,
  },
  patterns: {
    summary: 'show the patterns of matching messages with counts and trends',
    arguments: '[QUERY]',
    options: {
      ...SELECTION,
      wrap: ROWS.wrap,
      limit: { type: 'string', value: 'N', default: '30', help: 'at most that many, up to 1000' },
      ...outputOf('text', 'json', 'ndjson'),
    },
    completes: 'query',
    isPaged: true,
    load: async () => (await import('./patterns/patterns.ts')).patterns,
  },
  explain: {
    summary: 'say what differs between the messages of a range and others',
    arguments: '[QUERY]',
    options: {
      ...SELECTION,
      compare: {
        type: 'string',
        value: 'WITH',
        default: 'before',
        help: 'before (as much time), yesterday or last-week (the same time), rest (of --within, or besides --only)',
        completes: ['before', 'yesterday', 'last-week', 'rest'],
      },
      within: { type: 'string', value: 'RANGE', help: 'a longer range around --range', completes: RANGE_WORDS },
      only: { type: 'string', value: 'QUERY', help: 'explain the messages of this query, beside QUERY' },
      ...outputOf('text', 'json'),
    },
    completes: 'query',
    isPaged: true,
    load: async () => (await import('./explain/explain.ts')).explain,
  },
  export: {
    summary: 'write any number of messages to a file or a pipe, newest first',
    arguments: '[QUERY]',
    options: {
      ...SELECTION,
      fields: ROWS.fields,
      limit: { type: 'string', value: 'N', help: 'at most that many' },
      format: {
        type: 'string',
        value: 'FORMAT',
        default: 'csv',
        help: 'csv, json, ndjson',
        completes: ['csv', 'json', 'ndjson'],
      },
      file: { type: 'string', value: 'FILE', help: 'write into this file', completes: 'files' },
      'defuse-formulas': { type: 'boolean', help: 'a quote before cells that a spreadsheet would calculate' },
    },
    completes: 'query',
    load: async () => (await import('./export/export.ts')).exportToFile,
  },
  login: {
    summary: 'keep the address of a server and an access token',
    arguments: 'URL',
    details:
      'The token is typed without being shown, or read from a pipe or from LOGYARD_TOKEN. It is stored in a file that\n' +
      'only you can read, and never printed.',
    options: {},
    load: async () => (await import('./login/login.ts')).login,
  },
  profiles: {
    summary: 'list the servers you are signed in to, choose the usual one, or remove one',
    arguments: '[list | use NAME | remove NAME]',
    options: {},
    completes: 'profiles',
    load: async () => (await import('./login/login.ts')).profiles,
  },
  completion: {
    summary: 'print a script that completes commands, names and queries in your shell',
    arguments: 'bash|zsh|fish',
    details: 'For example in ~/.bashrc: eval "$(logyard completion bash)"',
    options: {},
    completes: ['bash', 'zsh', 'fish'],
    load: async () => (await import('./completion/completion.ts')).printScript,
  },
  /** What these scripts call. */
  __complete: {
    summary: '',
    arguments: 'SHELL LINE',
    options: {},
    load: async () => {
      const { complete } = await import('./completion/completion.ts')
      return (context) => complete(context, { commands, commonOptions: COMMON_OPTIONS })
    },
  },
}

export const isTerminalCommand = (name: string): boolean => name === 'help' || Object.hasOwn(commands, name)
