import { Button } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

/** Opens a page of the API browser, which is outside the console, in a new tab. */
export function ApiBrowserButton({ href, label }: { href: string; label: string }) {
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      href={href}
      target="_blank"
      rightSection={<IconExternalLink size={14} />}
    >
      {label}
    </Button>
  )
}
