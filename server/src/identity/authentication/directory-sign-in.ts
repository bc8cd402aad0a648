/** How passwords and headers are checked by the active authentication service. */
export interface DirectorySignIn {
  /**
   * The id of the user whom the active service accepts; without a password the caller vouches for the name.
   * Rejects with `authServiceUnavailable` when there is no answer.
   */
  verify(login: DirectoryLogin): Promise<string | undefined>
  /** The id of the user whom the service accepted a moment ago with the same name and password. */
  believed(login: DirectoryLogin): Promise<string | undefined>
}

export interface DirectoryLogin {
  readonly username: string
  readonly password: string | undefined
}
