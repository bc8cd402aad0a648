import type { KeyboardEvent, Ref, RefObject } from 'react'

export interface CodeFieldHandle {
  focus(): void
  /** Replaces the selection, and continues behind the text. */
  insert(text: string): void
  /** Moves the caret to an offset, and shows it. */
  goTo(offset: number): void
  undo(): void
  redo(): void
}

/** The plain field and the editor that replaces it take the same. */
export interface CodeInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
  readonly isRequired?: boolean | undefined
  readonly isReadOnly?: boolean | undefined
  /** Line breaks are removed, and Enter submits the form. */
  readonly isOneLine?: boolean | undefined
  readonly placeholder?: string | undefined
  /** The keys of the plain field; those of the editor are extensions. */
  readonly onPlainKeyDown?: ((event: KeyboardEvent<HTMLTextAreaElement>) => void) | undefined
  /** The selection, the focus, and whether the user typed, for the change between the plain field and the editor. */
  readonly caret: RefObject<{ anchor: number; head: number; hasFocus: boolean; hasTyped: boolean }>
  readonly handle?: Ref<CodeFieldHandle> | undefined
}
