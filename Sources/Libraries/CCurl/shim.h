#ifndef VOCATIVE_CURL_SHIM_H
#define VOCATIVE_CURL_SHIM_H

// The checks are macros for constant arguments, which the functions below don't have.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

// Swift can't call the variadic functions of libcurl.

static inline CURLcode vocative_curl_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode vocative_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vocative_curl_set_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vocative_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode vocative_curl_set_body(CURL *handle, const void *bytes, size_t count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}

static inline CURLcode vocative_curl_set_receiver(CURL *handle, curl_write_callback receive, void *receiver) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, receive);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEDATA, receiver) : code;
}

static inline CURLcode vocative_curl_allow_web_only(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075500
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  return curl_easy_setopt(handle, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

static inline long vocative_curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

static inline const char *vocative_curl_content_type(CURL *handle) {
  char *type = NULL;
  return curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type) == CURLE_OK ? type : NULL;
}

// The socket of a transfer that has only connected, or -1.
static inline curl_socket_t vocative_curl_socket(CURL *handle) {
  curl_socket_t descriptor = CURL_SOCKET_BAD;
  return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &descriptor) == CURLE_OK ? descriptor : CURL_SOCKET_BAD;
}

// The code of the first transfer that has ended, or -1 if none has.
static inline int vocative_curl_result(CURLM *transfers) {
  int remaining = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(transfers, &remaining))) {
    if (message->msg == CURLMSG_DONE) return (int)message->data.result;
  }
  return -1;
}

#endif
