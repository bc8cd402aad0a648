import type { ReactNode } from 'react'

/** Whether a field has an error; `undefined`, `null` and `false` stand for none. */
export const isError = (error: ReactNode): boolean => error !== undefined && error !== null && error !== false
