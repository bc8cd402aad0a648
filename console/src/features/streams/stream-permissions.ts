/** Which permissions the server asks for, by what the screens offer. `may` is what `useMay` hands out. */
type May = (required: string | readonly string[]) => boolean
interface Named {
  readonly id: string
}

export const mayEditStream = (may: May, { id }: Named) => may(`streams:edit:${id}`)
export const maySwitchStream = (may: May, stream: Named) =>
  may(`streams:changestate:${stream.id}`) || mayEditStream(may, stream)
export const mayCloneStream = (may: May, { id }: Named) => may(['streams:create', `streams:read:${id}`])
