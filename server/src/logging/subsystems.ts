/** Groups of loggers by subject. Keys are those of the reference; the loggers are ours. */
export interface SubsystemSpec {
  readonly title: string
  readonly description: string
  /** The first one's level is the level of the group. */
  readonly categories: readonly [string, ...string[]]
}

export const SUBSYSTEMS: ReadonlyMap<string, SubsystemSpec> = new Map([
  ['graylog', { title: 'Logyard', description: 'Everything that Logyard logs', categories: ['logyard'] }],
  [
    'indexer',
    {
      title: 'Message store',
      description: 'The engine that stores and searches messages, and index sets',
      categories: ['logyard.engine', 'logyard.index-sets'],
    },
  ],
  [
    'authentication',
    {
      title: 'Authentication',
      description: 'Sign-ins, sessions, users and directories',
      categories: ['logyard.identity'],
    },
  ],
  [
    'sockets',
    {
      title: 'Network',
      description: 'Requests to the API and the console, inputs and outputs',
      categories: ['logyard.http', 'logyard.inputs', 'logyard.outputs'],
    },
  ],
] satisfies [string, SubsystemSpec][])
