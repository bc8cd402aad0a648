import type { DraftErrors } from '../../model/block.ts'

export interface OwnFieldsProps<Config> {
  readonly config: Config
  readonly errors: DraftErrors
  readonly onConfig: (config: Config) => void
}
