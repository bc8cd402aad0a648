import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'

interface LongTextProps {
  readonly text: string
  /** A longer text is shortened to this many lines until the user asks for all. */
  readonly lines: number
  readonly children: (shown: string) => ReactNode
}

/** A browser lays out every character that it gets. */
const MAX_CHARACTERS = 20_000
/** Hiding fewer lines than this would not save any space. */
const FEW_LINES = 4

/** A text exactly as it was sent, shortened while it is long. */
export function LongText({ text, lines, children }: LongTextProps) {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  const count = lineCount(text)
  const isLong = text.length > MAX_CHARACTERS || count > lines + FEW_LINES
  if (!isLong) return children(text)
  return (
    <>
      {children(isWhole ? text : shortened(text, lines))}
      <Button size="compact-xs" variant="subtle" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
        {isWhole
          ? t('messages.text.less')
          : count > lines
            ? t('messages.text.allLines', { count })
            : t('messages.text.allCharacters', { count: text.length })}
      </Button>
    </>
  )
}

function lineCount(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return text.endsWith('\n') ? count - 1 : count
}

const shortened = (text: string, lines: number): string => text.slice(0, MAX_CHARACTERS).split('\n', lines).join('\n')
