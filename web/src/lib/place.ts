// Where this page lives: before a table server, or by itself in any folder of a static web host.

/** No server answers: everything is played in the page. `make site` builds such a page. */
export const ALONE = import.meta.env.MODE === 'site'
