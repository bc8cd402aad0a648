import { LogyardError } from '../../platform/errors.ts'

export const searchRefused = (message: string) => new LogyardError('invalid', 'search-refused', message)
