/** The permissions that the server requires for each action of the screens. `may` is the result of `useMay`. */
type May = (required: string | readonly string[]) => boolean
interface Named {
  readonly id: string
}

export const mayEditStream = (may: May, { id }: Named) => may(`streams:edit:${id}`)
export const maySwitchStream = (may: May, stream: Named) =>
  may(`streams:changestate:${stream.id}`) || mayEditStream(may, stream)
export const mayCloneStream = (may: May, { id }: Named) => may(['streams:create', `streams:read:${id}`])
