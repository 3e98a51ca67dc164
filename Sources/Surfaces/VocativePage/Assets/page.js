"use strict";
// Everything works without this script, except live updates.
const part = (name) => document.getElementById(name);
const waiting = new Map();

// Whether the user presses a button of a part, or fills in a form of it. Not every browser moves the focus to a pressed button.
function isInUse(place) {
  if (place.querySelector("button:active")) return true;
  const fields = [...place.querySelectorAll("input:not([type=hidden]), textarea")];
  if (fields.some((field) => field.value !== field.defaultValue)) return true;
  return fields.length > 0 && place.contains(document.activeElement) && document.activeElement.closest("form") !== null;
}

// Replaces a part of the page. While the user fills in a form of the part, the update waits.
function show(name, html) {
  const place = part(name);
  if (!place) return;
  if (isInUse(place)) {
    waiting.set(name, html);
    return;
  }
  waiting.delete(name);
  const latest = document.createElement("template");
  latest.innerHTML = html;
  // An update without a change would move the focus, and be read aloud again. The browser writes the same text in another way.
  if (place.innerHTML === latest.innerHTML) return;
  const pressed = [...place.querySelectorAll("button")].indexOf(document.activeElement);
  place.replaceChildren(latest.content);
  // Without this, the focus would be lost, and a keyboard would begin at the top of the page again.
  place.querySelectorAll("button")[pressed]?.focus();
}

// Counts down to the ends of countdowns. The server sends each end once.
function count() {
  const number = (value) => String(value).padStart(2, "0");
  for (const place of document.querySelectorAll("time[data-end]")) {
    const seconds = Math.max(Math.ceil((Number(place.dataset.end) - Date.now()) / 1000), 0);
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    const text = `${hours > 0 ? `${hours}:${number(minutes)}` : minutes}:${number(seconds % 60)}`;
    if (place.textContent !== text) place.textContent = text;
  }
}
count();
setInterval(count, 250);

// The timeout lets the focus arrive at the next element, and a click submit its form.
for (const name of ["focusout", "click", "reset"]) {
  document.addEventListener(name, () => setTimeout(() => waiting.forEach((html, name) => show(name, html)), 0));
}

let stream = null;

// Receives the changes of the page while it is visible. A browser has six connections to a server: if hidden tabs kept theirs, a
// seventh tab could not load anything.
function connect() {
  stream?.close();
  if (document.hidden) return;
  const events = new EventSource(document.body.dataset.events);
  stream = events;
  for (const name of ["state", "heard", "card", "shortcuts", "timeline", "activities", "features"]) {
    events.addEventListener(name, (event) => show(name, event.data));
  }
  events.addEventListener("level", (event) => {
    const level = part("level");
    if (!level) return;
    part("meter").hidden = false;
    level.value = Number(event.data);
    level.textContent = `${event.data} dB`;
  });
  events.addEventListener("open", () => { part("connection").textContent = ""; });
  events.addEventListener("error", () => {
    part("connection").textContent = "Connection lost. Reconnecting…";
    // A browser asks again after the end of a connection, but not after a refusal, such as that of one viewer too many.
    if (events.readyState === EventSource.CLOSED) setTimeout(reconnect, 5000);
  });
}

// Connects again, or shows the page that asks for the token if the session is not valid any more.
async function reconnect() {
  const answer = await fetch("/page.css").catch(() => null);
  if (answer?.status === 401) location.reload();
  else connect();
}
connect();
document.addEventListener("visibilitychange", connect);

// Submits a typed request without leaving the page; the answer arrives as an event.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.id !== "request") return;
  event.preventDefault();
  const request = new URLSearchParams(new FormData(form));
  form.reset();
  try {
    const response = await fetch(form.action, { method: "POST", body: request });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    part("connection").textContent = response.ok ? "" : answer.getElementById("request-message")?.textContent ?? response.statusText;
  } catch (error) {
    part("connection").textContent = `The request could not be sent: ${error.message}`;
    form.elements.text.value ||= request.get("text");
  }
});

// Submits the buttons of cards, activities and features without leaving the page; the change arrives as an event.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches(".in-place")) return;
  event.preventDefault();
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    part("connection").textContent = response.ok ? "" : answer.getElementById("request-message")?.textContent ?? response.statusText;
  } catch (error) {
    part("connection").textContent = `It could not be done: ${error.message}`;
  }
});

// Stops what rings without leaving the page; the new state arrives as an event.
document.addEventListener("submit", async (event) => {
  if (!part("state").contains(event.target)) return;
  event.preventDefault();
  try {
    const response = await fetch(event.target.action, { method: "POST", body: new URLSearchParams() });
    if (!response.ok) throw new Error(response.statusText);
  } catch (error) {
    part("connection").textContent = `It could not be stopped: ${error.message}`;
  }
});

// Submits the forms of the shortcuts without leaving the page, and replaces that part with the response.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  const place = part("shortcuts");
  if (!place || !place.contains(form)) return;
  event.preventDefault();
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    const answer = new DOMParser().parseFromString(await response.text(), "text/html");
    const latest = answer.getElementById("shortcuts");
    if (!latest) throw new Error(response.statusText);
    waiting.delete("shortcuts");
    place.replaceChildren(...latest.childNodes);
    part("message")?.focus();
  } catch (error) {
    part("connection").textContent = `The form could not be sent: ${error.message}`;
  }
});
