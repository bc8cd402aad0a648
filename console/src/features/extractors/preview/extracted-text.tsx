import { MarkedText } from '../../../parsing/marked-text/marked-text.tsx'
import { type Extracted, inView, marksOf } from './marks.ts'

interface ExtractedTextProps {
  readonly text: string
  readonly extracted: Extracted | undefined
  readonly isOneLine?: boolean
}

/** A text in which the extracted values have the colours of their fields. */
export function ExtractedText({ text, extracted, isOneLine = false }: ExtractedTextProps) {
  const marks = extracted === undefined ? [] : marksOf(text, extracted)
  const view = isOneLine ? inView(text, marks) : { text, marks }
  return <MarkedText {...view} fields={Object.keys(extracted?.fields ?? {})} isOneLine={isOneLine} />
}
