import { type FloatingPosition, Tooltip } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/** Lets the pointer cross a target without a flash. */
const POINTER_DELAY_MS = 300

interface TooltipBubbleProps {
  readonly id: string
  readonly target: RefObject<HTMLElement | null>
  readonly label: ReactNode
  readonly position: FloatingPosition
  readonly isMultiline: boolean
  readonly isDelayed: boolean
  readonly onDismiss: () => void
}

export function TooltipBubble({ id, target, label, position, isMultiline, isDelayed, onDismiss }: TooltipBubbleProps) {
  const [isOpen, setIsOpen] = useState(!isDelayed)
  useEffect(() => {
    if (!isDelayed) return undefined
    const timer = setTimeout(() => setIsOpen(true), POINTER_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isDelayed])
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onDismiss()
  })
  const wrapping = isMultiline ? { multiline: true, maw: 320 } : {}
  return <Tooltip id={id} target={target} opened={isOpen} label={label} position={position} {...wrapping} />
}
