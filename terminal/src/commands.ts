/** The commands of the terminal. Their programs are loaded when they run. */
import type { Command, CommandOption } from './command.ts'

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

export const commands: Readonly<Record<string, Command>> = {
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
}

export const isTerminalCommand = (name: string): boolean => name === 'help' || Object.hasOwn(commands, name)
