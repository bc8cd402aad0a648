import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLinkProps } from '../base/routes/app-link.tsx'

/** A link that looks like a button: leads to another page, never changes anything. */
export function LinkButton({ to, children, ...rest }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button component="a" {...rest} {...useLinkProps(to)}>
      {children}
    </Button>
  )
}
