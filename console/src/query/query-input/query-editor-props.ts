import type { RefObject } from 'react'
import type { Caret, QueryInputProps } from './query-input-props.ts'

export interface QueryEditorProps extends QueryInputProps {
  readonly caret: RefObject<Caret>
}
