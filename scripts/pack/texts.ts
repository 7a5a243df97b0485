/** Texts that name commands as they are called in a clone, in the words of the installed package. */

/** The text with the commands of the package. */
export const asInstalled = (text: string): string =>
  text
    .replaceAll('npm run portcullis -- ', 'npx portcullis ')
    .replaceAll('npm start -- ', 'npx portcullis start ')
    .replaceAll('npm start', 'npx portcullis start');
