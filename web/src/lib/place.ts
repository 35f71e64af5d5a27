// Where this page is served: by a table server, or alone in any folder of a static web host.

/** There is no server: everything is played inside the page. `make site` builds such a page. */
export const ALONE = import.meta.env.MODE === 'site'
