import type { FloatingPosition } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import {
  cloneElement,
  type FocusEventHandler,
  type MouseEventHandler,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'

const TooltipBubble = deferred(() => import('./tooltip-bubble.tsx').then((module) => module.TooltipBubble))

interface TargetProps {
  readonly ref?: Ref<HTMLElement> | undefined
  readonly onMouseEnter?: MouseEventHandler<HTMLElement> | undefined
  readonly onMouseLeave?: MouseEventHandler<HTMLElement> | undefined
  readonly onFocus?: FocusEventHandler<HTMLElement> | undefined
  readonly onBlur?: FocusEventHandler<HTMLElement> | undefined
  readonly 'aria-describedby'?: string | undefined
  readonly className?: string | undefined
}

interface TooltipProps {
  readonly label: ReactNode
  readonly position?: FloatingPosition
  readonly disabled?: boolean
  /** A sentence, which may wrap. */
  readonly isMultiline?: boolean
  /** An element with a ref, such as a button. */
  readonly children: ReactElement<TargetProps>
  /** These and whatever else an enclosing `Popover.Target` adds go to the child. */
  readonly ref?: Ref<HTMLElement>
  readonly className?: string
}

/**
 * A tooltip whose code is loaded when the pointer or the focus reaches its target. Mantine's own tooltip brings the code
 * that positions it into the first load, and costs several hooks for each target that nobody points at.
 */
export function Tooltip({
  label,
  position = 'top',
  disabled = false,
  isMultiline = false,
  children,
  ref,
  className = '',
  ...passed
}: TooltipProps) {
  const id = useId()
  const target = useRef<HTMLElement>(null)
  const [reachedBy, setReachedBy] = useState<'pointer' | 'focus'>()
  const isReached = reachedBy !== undefined && !disabled
  const { props } = children
  const child = cloneElement(children, {
    ...passed,
    className: `${className} ${props.className ?? ''}`.trim() || undefined,
    ref: useMergedRef(target, props.ref, ref),
    'aria-describedby': isReached ? id : props['aria-describedby'],
    onMouseEnter: (event) => {
      props.onMouseEnter?.(event)
      setReachedBy((by) => by ?? 'pointer')
    },
    onMouseLeave: (event) => {
      props.onMouseLeave?.(event)
      setReachedBy((by) => (by === 'pointer' ? undefined : by))
    },
    onFocus: (event) => {
      props.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setReachedBy('focus')
    },
    onBlur: (event) => {
      props.onBlur?.(event)
      setReachedBy(undefined)
    },
  })
  return (
    <>
      {child}
      {isReached && (
        <TooltipBubble
          id={id}
          target={target}
          label={label}
          position={position}
          isMultiline={isMultiline}
          isDelayed={reachedBy === 'pointer'}
          onDismiss={() => setReachedBy(undefined)}
        />
      )}
    </>
  )
}
