import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Names the environment variable with the folder that data folders are created in. */
export const DATA_FOLDERS = 'TEST_DATA_FOLDERS'

/** Creates an empty folder for the data of a server or of a part of it. */
export const createDataFolder = (): Promise<string> => mkdtemp(join(process.env[DATA_FOLDERS] ?? tmpdir(), 'logyard-'))
