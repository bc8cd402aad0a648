import type { ReactNode } from 'react'

export interface TypeFieldsProps<Config> {
  readonly config: Config
  /** By the names that the server gives them. */
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Of the notification; names its URL on the whitelist. */
  readonly title: string
  readonly onChange: (change: Partial<Config>) => void
}
